"""The graph of notes and their links: questions about how notes hang together.

networkx is imported when the first question is asked; nothing else needs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nearnote.links.names import is_internal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Names

LIMIT = 50
"""How many notes, paths or groups an answer has at most."""


class GraphError(Exception):
    """The question cannot be answered; the message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the graph: `of` and `to` are notes where the question needs them."""

    kind: str
    of: NotePath | None = None
    to: NotePath | None = None
    limit: int = LIMIT


Answer = dict[str, Any]
"""Plain JSON: lists of note paths and numbers."""


def edges(names: Names) -> Iterator[tuple[NotePath, NotePath]]:
    """Every pair of notes of which the first links to the second, once."""
    for path in sorted(names.outlines):
        targets = {
            names.resolve(link, path).note
            for link in names.outlines[path].links
            if is_internal(link)
        }
        for target in sorted(target for target in targets if target is not None):
            if target != path:
                yield path, target


def ask(names: Names, question: Question) -> Answer:
    """The answer to a question. Raises GraphError."""
    answer = QUESTIONS.get(question.kind)
    if answer is None:
        raise GraphError(
            f"There is no question {question.kind}; ask one of {', '.join(QUESTIONS)}."
        )
    for name, path in (("of", question.of), ("to", question.to)):
        if path is not None and path not in names.outlines:
            raise GraphError(f"There is no note {path}.")
        if path is None and name in NEEDS.get(question.kind, ()):
            raise GraphError(f"The question {question.kind} needs the note `{name}`.")
    return answer(_graph(names), question)


def _graph(names: Names) -> Any:
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(sorted(names.outlines))
    graph.add_edges_from(edges(names))
    return graph


def _neighbours(graph: Any, question: Question) -> Answer:
    return {
        "links": sorted(graph.successors(question.of))[: question.limit],
        "backlinks": sorted(graph.predecessors(question.of))[: question.limit],
    }


def _paths(graph: Any, question: Question) -> Answer:
    import itertools

    import networkx

    undirected = graph.to_undirected()
    try:
        every = networkx.all_shortest_paths(undirected, question.of, question.to)
        found = list(itertools.islice(every, question.limit))
    except networkx.NetworkXNoPath:
        found = []
    return {"paths": sorted(found)}


def _common(graph: Any, question: Question) -> Answer:
    undirected = graph.to_undirected()
    shared = set(undirected[question.of]) & set(undirected[question.to])
    return {"notes": sorted(shared)[: question.limit]}


def _communities(graph: Any, question: Question) -> Answer:
    import networkx

    found = networkx.community.louvain_communities(graph.to_undirected(), seed=1)
    groups = sorted(
        (sorted(group) for group in found if len(group) > 1), key=lambda g: (-len(g), g)
    )
    return {"communities": groups[: question.limit]}


def _bridges(graph: Any, question: Question) -> Answer:
    import networkx

    found = sorted(tuple(sorted(pair)) for pair in networkx.bridges(graph.to_undirected()))
    return {"bridges": [list(pair) for pair in found][: question.limit]}


def _central(graph: Any, question: Question) -> Answer:
    ranks = _page_rank(graph)
    first = sorted(ranks.items(), key=lambda item: (-item[1], item[0]))[: question.limit]
    return {"notes": [{"path": path, "rank": round(rank, 6)} for path, rank in first]}


def _page_rank(graph: Any, damping: float = 0.85, rounds: int = 50) -> dict[NotePath, float]:
    """PageRank by power iteration; networkx's own wants scipy, which is as large as all of us."""
    nodes = list(graph)
    ranks = dict.fromkeys(nodes, 1 / max(len(nodes), 1))
    for _ in range(rounds):
        idle = sum(ranks[node] for node in nodes if not graph.out_degree(node))
        new = dict.fromkeys(nodes, (1 - damping + damping * idle) / max(len(nodes), 1))
        for node in nodes:
            for target in graph.successors(node):
                new[target] += damping * ranks[node] / graph.out_degree(node)
        ranks = new
    return ranks


def _orphans(graph: Any, question: Question) -> Answer:
    import networkx

    return {"notes": sorted(networkx.isolates(graph))[: question.limit]}


QUESTIONS: dict[str, Callable[[Any, Question], Answer]] = {
    "neighbours": _neighbours,
    "paths": _paths,
    "common": _common,
    "communities": _communities,
    "bridges": _bridges,
    "central": _central,
    "orphans": _orphans,
}
NEEDS = {"neighbours": ("of",), "paths": ("of", "to"), "common": ("of", "to")}
"""The members of a Question that it must have; the others have none of these two."""
