"""How a row of the tables asks the server, and the one line that says what it answered.

A vault is one string: the first note is `a.md`, each further file begins with `⟦its path⟧`; `‸` is
the cursor. A server answers through the door of the property tests.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.properties.door import Door, RefusedError, door
from tests.properties.editing import apply, path_of, place, position, shown

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from tests.properties.editing import Files

Json = dict[str, Any]
_FILE = re.compile(r"⟦([^⟧]+)⟧")


class Case:
    """A vault in a folder, with a server on it; `path` and `text` are the note with the cursor."""

    def __init__(self, server: Door, files: dict[str, str], path: str, at: int) -> None:
        self.server, self.path = server, path
        self.files: Files = {name: text.encode() for name, text in files.items()}
        self.text = files[path]
        self.where = position(self.text, at, server.encoding)

    def at(self, method: str, **more: Any) -> Any:
        return self.server.at(method, self.path, self.where, **more)

    def of(self, method: str, **more: Any) -> Any:
        return self.server.of(method, self.path, **more)

    def places(self, locations: list[Json] | None) -> str:
        """`b.md:3` for each location, in order of path and line."""
        found = [
            (path_of(each["uri"], self.server.base), each["range"]["start"])
            for each in locations or []
        ]
        found.sort(key=lambda each: (each[0], each[1]["line"], each[1]["character"]))
        return " ".join(f"{path}:{start['line']}" for path, start in found)

    def told(self, range_: Json) -> str:
        start, end = (place(self.text, range_[edge], "utf-16") for edge in ("start", "end"))
        return self.text[start:end]

    def after(self, change: Json | None) -> str:
        """The vault after a change, in the notation of the tables."""
        files, _, _ = apply(
            self.files, change, self.server.base, self.server.encoding, {self.path: 1}
        )
        return written(files)


def read(vault: str) -> tuple[dict[str, str], str, int]:
    """The files of a vault, the path of the note with the cursor, and the cursor's place."""
    first, *rest = _FILE.split(vault)
    files = {"a.md": first} if first else {}
    files |= dict(zip(rest[::2], rest[1::2], strict=True))
    files = files or {"a.md": ""}
    path = next((name for name, text in files.items() if "‸" in text), next(iter(files)))
    at = max(files[path].find("‸"), 0)
    return {name: text.replace("‸", "") for name, text in files.items()}, path, at


def written(files: Files) -> str:
    """Files as the tables write them, `a.md` first."""
    order = sorted(files, key=lambda name: (name != "a.md", name))
    return "".join(
        ("" if name == "a.md" and name == order[0] else f"⟦{name}⟧") + shown(files[name])
        for name in order
    )


def ask(loop: asyncio.AbstractEventLoop, request: str, vault: str) -> str:
    """The answer to a request about a vault, as one line."""
    files, path, at = read(vault)
    folder = Path(tempfile.mkdtemp(prefix="peers-"))
    root = folder / "vault"
    try:
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode())
        with door(loop, root, "utf-16") as server:
            case = Case(server, files, path, at)
            server.open(path, files[path])
            verb, _, argument = request.partition(" ")
            try:
                return _VERBS[verb](case, argument)
            except RefusedError as refused:
                is_own_error = "its log says why" in str(refused)
                return "an error of the server's own" if is_own_error else "refused"
    finally:
        shutil.rmtree(folder)


# -- the requests ----------------------------------------------------------------------------


def _definition(case: Case, _: str) -> str:
    return case.places(case.at("definition"))


def _references(case: Case, argument: str) -> str:
    declared = argument == "declared"
    return case.places(case.at("references", context={"includeDeclaration": declared}))


def _prepare(case: Case, _: str) -> str:
    found = case.at("prepareRename")
    return "nothing" if found is None else f"{found['placeholder']}"


def _rename(case: Case, argument: str) -> str:
    return case.after(case.at("rename", newName=argument))


def _move(case: Case, argument: str) -> str:
    """The vault after a file or folder was moved, and what the server says goes with it."""
    old, new = argument.split(" > ")
    moves = [{"oldUri": case.server.uri(old), "newUri": case.server.uri(new)}]
    change = case.server.request("workspace/willRenameFiles", {"files": moves})
    files, _, _ = apply(case.files, change, case.server.base, "utf-16", {case.path: 1})
    for path in [each for each in files if each == old or each.startswith(old + "/")]:
        files[new + path[len(old) :]] = files.pop(path)
    return written(files)


def _items(case: Case) -> list[Json]:
    return (case.at("completion") or {}).get("items", [])


def _offers(case: Case, argument: str) -> str:
    """The labels that are offered, in order; only how many there are when asked so."""
    labels = [each["label"] for each in _items(case)]
    return str(len(labels)) if argument == "count" else ", ".join(labels)


def _complete(case: Case, argument: str) -> str:
    """The vault after the item of this label was taken."""
    item = next((each for each in _items(case) if each["label"] == argument), None)
    if item is None:
        return "not offered: " + ", ".join(each["label"] for each in _items(case))
    edits = [item["textEdit"], *item.get("additionalTextEdits", [])]
    document = {"uri": case.server.uri(case.path), "version": 1}
    return case.after({"documentChanges": [{"textDocument": document, "edits": edits}]})


def _links(case: Case, _: str) -> str:
    """What is clickable, and where it leads."""
    return " ".join(
        f"{case.told(each['range'])}→{each['target'].removeprefix(case.server.base + '/')}"
        for each in case.of("documentLink") or []
    )


def _symbols(case: Case, _: str) -> str:
    def line(symbols: list[Json]) -> str:
        return ", ".join(
            each["name"] + (f"({line(each['children'])})" if each.get("children") else "")
            for each in symbols
        )

    return line(case.of("documentSymbol") or [])


def _folds(case: Case, argument: str) -> str:
    return " ".join(
        f"{each['startLine']}-{each['endLine']}"
        for each in case.of("foldingRange") or []
        if not argument or each.get("kind") == argument
    )


def _findings(case: Case, _: str) -> str:
    items = case.of("diagnostic")["items"]
    return " ".join(
        f"{each['code']}@{each['range']['start']['line']}"
        for each in items
        if each["code"] not in ("bare-heading", "link-only-bullet", "near-duplicate-note")
    )


def _highlights(case: Case, _: str) -> str:
    return " | ".join(case.told(each["range"]) for each in case.at("documentHighlight") or [])


def _grows(case: Case, _: str) -> str:
    """What a selection grows to, from the inside to the outside."""
    found, texts = case.of("selectionRange", positions=[case.where])[0], []
    while found:
        texts.append(case.told(found["range"]))
        found = found.get("parent")
    return " < ".join(texts)


def _title(case: Case, _: str) -> str:
    [item] = case.at("prepareCallHierarchy")
    return str(item["name"])


def _marked(case: Case, argument: str) -> str:
    """The texts that are coloured as one kind: tags, links, facts."""
    data = case.of("semanticTokens/full")["data"]
    line = column = 0
    found = []
    for at in range(0, len(data), 5):
        down, right, length, kind, _ = data[at : at + 5]
        line, column = line + down, right if down else column + right
        start = place(case.text, {"line": line, "character": column}, "utf-16")
        text = case.text[start:].encode("utf-16-le")[: 2 * length].decode("utf-16-le")
        if _KINDS[argument] == kind:
            found.append(text)
    return " ".join(found)


def _hover(case: Case, argument: str) -> str:
    """Whether the hover says something."""
    found = case.at("hover")
    said = "" if found is None else found["contents"]["value"]
    return "says it" if argument in said else f"does not: {said!r}"


def _lenses(case: Case, _: str) -> str:
    found = []
    for lens in case.of("codeLens") or []:
        whole = case.server.request("codeLens/resolve", lens)
        found.append(f"{lens['range']['start']['line']}: {whole['command']['title']}")
    return ", ".join(found)


def _fix(case: Case, argument: str) -> str:
    """The vault after the code action whose title begins so."""
    span = {"start": case.where, "end": case.where}
    context = {"diagnostics": [], "triggerKind": 1}
    offers = case.of("codeAction", range=span, context=context) or []
    offer = next((each for each in offers if each["title"].startswith(argument)), None)
    if offer is None or "disabled" in offer:
        return "not offered: " + ", ".join(each["title"] for each in offers)
    return case.after(offer["edit"])


def _search(case: Case, argument: str) -> str:
    query = {"query": f"={argument}"}
    found = case.server.request("workspace/symbol", query) or []
    return " ".join(sorted({path_of(each["location"]["uri"], case.server.base) for each in found}))


_KINDS = {"link": 0, "fragment": 1, "tag": 2, "fact": 3}
_VERBS: dict[str, Callable[[Case, str], str]] = {
    "definition": _definition,
    "references": _references,
    "prepare": _prepare,
    "rename": _rename,
    "move": _move,
    "offers": _offers,
    "complete": _complete,
    "links": _links,
    "symbols": _symbols,
    "folds": _folds,
    "findings": _findings,
    "highlights": _highlights,
    "grows": _grows,
    "title": _title,
    "marked": _marked,
    "hover": _hover,
    "lenses": _lenses,
    "fix": _fix,
    "search": _search,
}
