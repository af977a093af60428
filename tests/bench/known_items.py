# ruff: noqa: E501
"""Known items: names of notes and typed tokens, each asked as a query, of the Dendron notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opening import ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.index.query import Mode
    from nearnote.workspace.workspace import Workspace

# fmt: off
TOKENS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ('2020-10-22', ('changelog.past-versions.0-1-x',)),
    ('2022-05-31', ('dendron.topic.templates.template-helpers',)),
    ('2020-11-05', ('changelog.past-versions.0-1-x',)),
    ('2021-03-25', ('dendron.guides.workflows.meetings', 'dendron.guides.workflows.todos')),
    ('2022-04-06', ('community.events.crop.2022.04.06', 'community.events.office-hours.2022.04.06')),
    ('2022-03-01', ('changelog.release.2022-03-01', 'dendron.topic.pod-v2.tutorial.airtable-task-notes')),
    ('localhost:3000', ('dendron.topic.publish.cook.common', 'dendron.topic.publish.cook.localhost')),
    ('localhost:8080', ('changelog.past-versions.0-2-x', 'dendron.topic.publish-legacy.quickstart.preview-your-site')),
    ('localhost:9200', ('dendron.guides.cook',)),
    ('0.10', ('changelog.past-versions.0-2-x', 'changelog.release.2020-09-06', 'changelog.release.2021-01-04', 'changelog.release.2021-01-11', 'changelog.release.2021-01-18', 'changelog.release.2021-01-25', 'changelog.release.2021-02-01')),
    ('0.51.4', ('changelog.past-versions.0-5-x',)),
    ('0.14', ('changelog.past-versions.0-1-x', 'changelog.release.2020-11-01')),
    ('0.25.3', ('changelog.past-versions.0-2-x',)),
    ('0.49', ('changelog.past-versions.0-4-x', 'changelog.release.2021-07-05')),
    ('2.242', ('dendron.topic.lookup.modifiers',)),
    ('__do', ('dendron.topic.publish.config.ga',)),
    ('_index', ('dendron.guides.cook', 'dendron.topic.snippets')),
    ('C++', ('community.events.reading-series.2022.05.24', 'community.events.reading-series.2022.11.21')),
    ('S#', ('community.events.reading-series.2022.02.22',)),
    ('@dendronhq/pods-core', ('dendron.topic.pod.dev',)),
    ('@netlify/plugin-nextjs', ('dendron.topic.publish.cook.netlify',)),
    ('@dendronhq/lsp-server', ('dendron.roadmap.project.n.2020.server-migration',)),
    ('@dendronhq/dendron-11ty', ('changelog.past-versions.0-2-x', 'changelog.release.2020-12-28', 'changelog.release.2021-12-28', 'dendron.topic.publish-legacy.github', 'dendron.topic.publish-legacy.quickstart.preview-your-site')),
    ('@dendronhq/og-aws-seed', ('dendron.topic.seeds',)),
    ('@netlify/plugin-lighthouse', ('dendron.topic.publish.cook.netlify',)),
    ('#1273', ('changelog.release.2021-09-07',)),
    ('#2636', ('changelog',)),
    ('#1577', ('changelog',)),
    ('#1477', ('changelog.release.2021-10-12',)),
    ('#2136', ('changelog',)),
    ('#01000', ('changelog.release.2022-06-21', 'changelog.release.2022-06-28')),
    ('curDate.getFullYear()', ('dendron.topic.traits',)),
    ('year.toString()', ('dendron.topic.traits.examples.using-hierarchy-position',)),
    ('curDate.getMonth()', ('dendron.topic.traits',)),
    ('weekNumber.toString()', ('dendron.topic.traits.examples.using-hierarchy-position',)),
    ('luxon.DateTime.local()', ('dendron.topic.traits.examples.note-with-date-hierarchy', 'dendron.topic.traits.examples.using-hierarchy-position')),
    ('scope.common.markdown', ('dendron.ref.scopes', 'tags.scope.common')),
    ('dendron.pod.json', ('changelog.past-versions.0-1-x',)),
    ('www.foo.com', ('dendron.topic.managed-publishing.advanced',)),
    ('recipes.vegetarian.dosa', ('dendron.tutorial.linking-notes', 'tutorial.main.linking-notes')),
    ('search.action.openNewEditor', ('dendron.guides.tips', 'dendron.guides.workflows.todos')),
    ('dendronConfig.site.config', ('dendron.topic.publish-legacy.configuration',)),
    ('--showConfig', ('dendron.topic.pod.export.cli', 'dendron.topic.pod.import.cli', 'dendron.topic.pod.publish.cli')),
    ('--save-dev', ('dendron.topic.publish.cook.drawio',)),
    ('--allow-dupe', ('dendron.topic.publish-legacy.advanced',)),
    ('--no-lockfile', ('dendron.topic.dev.cli.package-plugin',)),
    ('--show-versions', ('dendron.guides.troubleshooting',)),
    ('--serve', ('changelog.past-versions.0-2-x', 'dendron.topic.publish-legacy.quickstart.preview-your-site')),
    ('/path/to/vault', ('dendron.topic.seeds',)),
    ('/build/site', ('changelog.past-versions.0-2-x', 'dendron.topic.publish-legacy.quickstart.preview-your-site')),
    ('/.auth/login/github', ('dendron.topic.publish.cook.azure-static-web-app',)),
    ('./bootstrap/scripts/cleanup.sh', ('changelog.past-versions.0-2-x', 'dendron.journal.2021.02.20.migration')),
    ('/assets/images/2021-03-16-10-29-08.png', ('dendron.topic.style', 'scratch')),
    ('/assets/images/2020-12-06-09-43-31.png', ('community.showcase', 'scratch')),
    ('custom.css', ('dendron.topic.theme.preview.quickstart', 'dendron.topic.theme.publish.quickstart')),
    ('embed_snippet_v1.js', ('community.events.reading-series',)),
    ('Cytoscape.js', ('dendron.topic.graph-view',)),
    ('tree.json', ('dendron.topic.pod.builtin.nextjs',)),
    ('amplify.yml', ('community.events.greenhouse.2022-05-27-ccc-bujo-local-config-override', 'dendron.topic.publish.cook.amplify')),
    ('pod.json', ('changelog.past-versions.0-1-x',)),
    )
# fmt: on
"""Sixty tokens with the notes that have them literally, taken at random by kind before search was
changed for them: dates, hosts, versions, calls, flags, paths, packages, numbers."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A known item and at which place of the answer its note came; 0 when it did not."""

    kind: str
    text: str
    place: int


def names(workspace: Workspace, mode: Mode) -> Iterator[Asked]:
    """Every file name and title; titles of one note only, for which the right one is known."""
    (vault,) = workspace
    titles = {path: vault.names.outlines[path].title for path in vault.names.outlines}
    alone = Counter(title.casefold() for title in titles.values())
    for path, title in titles.items():
        yield _asked(workspace, mode, "file name", path.rpartition(".")[0], {str(path)})
        if alone[title.casefold()] == 1:
            yield _asked(workspace, mode, "title", title, {str(path)})


def tokens(workspace: Workspace, mode: Mode) -> Iterator[Asked]:
    """The typed tokens."""
    for text, gold in TOKENS:
        yield _asked(workspace, mode, "token", text, {f"{path}.md" for path in gold})


def _asked(workspace: Workspace, mode: Mode, kind: str, text: str, gold: set[str]) -> Asked:
    found = ask(workspace, text, mode).notes
    return Asked(kind, text, next((at for at, path in enumerate(found, 1) if path in gold), 0))
