"""The table of settings: the fields of `Settings` are its rows.

`KEYS` is made from them; the README's table and the editors' contributions are made from `KEYS`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = str | int | bool | tuple[str, ...] | None

MAX_HITS = 50
"""Most hits that anybody is shown, whatever asks."""

LOCAL_PROVIDERS = ("fastembed", "multilingual", "hashing")
REMOTE_PROVIDERS = ("openai", "litellm")
SEVERITIES = ("error", "warning", "information", "hint", "off")


def _row(name: str, default: Value, description: str, **more: Any) -> Any:
    return field(default=default, metadata={"name": name, "description": description, **more})


def _severity(name: str, default: str, description: str) -> Any:
    return _row(name, default, description, allowed=SEVERITIES)


# fmt: off
@dataclass(frozen=True, slots=True)
class Settings:
    """What the user can choose; None means that the model or the machine decides."""

    provider: str = _row(
        "provider", "fastembed",
        "Where vectors come from. The remote ones, openai and litellm, send the text of notes out.",
        allowed=(*LOCAL_PROVIDERS, *REMOTE_PROVIDERS), vault_allowed=LOCAL_PROVIDERS)
    model: str | None = _row(
        "model", None, "Name of the model; unset is the embedded all-MiniLM-L6-v2, `large` or "
        "`multilingual` one that `nearnote model` installed.")
    model_path: str | None = _row(
        "modelPath", None, "Folder with model.onnx, config.json and the tokenizer's files.",
        vault=False)
    base_url: str | None = _row(
        "baseUrl", None, "Address of an OpenAI-compatible server, up to /v1.", vault=False)
    dimensions: int | None = _row(
        "dimensions", None, "Length of the vectors, where the model lets one choose.",
        within=(1, 8192))
    document_prefix: str | None = _row(
        "documentPrefix", None, "Put before each text; unset is what the model wants.", blank=True)
    query_prefix: str | None = _row(
        "queryPrefix", None, "Put before each query; unset is what the model wants.", blank=True)
    document_input_type: str | None = _row(
        "documentInputType", None, "litellm's input_type of texts; unset is what the model wants.")
    query_input_type: str | None = _row(
        "queryInputType", None, "litellm's input_type of queries; unset is what the model wants.")
    cache_dir: str | None = _row(
        "cacheDir", None, "Folder for vectors and models; unset is the user's cache folder.",
        vault=False)
    cache_megabytes: int = _row(
        "cacheMegabytes", 1024, "Most disk space that vectors may take.",
        within=(1, 1_000_000), vault=False)
    chunk_max_characters: int = _row(
        "chunk.maxCharacters", 900, "Longest piece of a note that is one chunk.",
        within=(200, 8000))
    chunk_overlap_characters: int = _row(
        "chunk.overlapCharacters", 120, "What two pieces of one long block share.",
        within=(0, 2000))
    chunk_passage_characters: int = _row(
        "chunk.passageCharacters", 400,
        "Longest piece of a longer chunk that is found for itself as well; 0 makes none.",
        within=(0, 2000))
    exclude: tuple[str, ...] = _row(
        "exclude", (), "Globs, as in .gitignore, of files and folders to leave out.")
    symlinks: str = _row(
        "symlinks", "inside",
        "Symbolic links that are followed: those that stay inside the vault, or all.",
        allowed=("inside", "anywhere"), vault=False)
    max_note_bytes: int = _row(
        "maxNoteBytes", 5_000_000, "A longer note is found by its first words only.",
        within=(1000, 100_000_000))
    links_order: str = _row(
        "links.order", "auto", "How [[a|b]] is read; auto knows Dendron's [[label|dotted.name]].",
        allowed=("auto", "target-first", "label-first"))
    links_template: str | None = _row(
        "links.template", None,
        "Note with which a new note begins; {{title}} in it is the new title.")
    search_mode: str = _row(
        "search.mode", "hybrid", "Search by words and meaning, by words, or by meaning.",
        allowed=("hybrid", "text", "vector"))
    search_limit: int = _row(
        "search.limit", MAX_HITS, f"Most hits of a search, from 1 to {MAX_HITS}.",
        within=(1, MAX_HITS))
    related_limit: int = _row("related.limit", 5, "Most related notes in a hover.",
        within=(1, MAX_HITS))
    related_linked: str = _row(
        "related.linked", "mark", "Related notes that are linked already: mark or hide them.",
        allowed=("mark", "hide"))
    findings_bare_heading: str = _severity(
        "findings.bareHeading", "information", "A heading with nothing under it.")
    findings_link_only_bullet: str = _severity(
        "findings.linkOnlyBullet", "hint", "A bullet of links only.")
    findings_broken_frontmatter: str = _severity(
        "findings.brokenFrontmatter", "warning", "Frontmatter that cannot be read.")
    findings_oversized_note: str = _severity(
        "findings.oversizedNote", "information", "A note longer than maxNoteBytes.")
    findings_unusual_encoding: str = _severity(
        "findings.unusualEncoding", "warning",
        "A note that is not UTF-8, or whose lines editors count differently.")
    findings_unresolved_link: str = _severity(
        "findings.unresolvedLink", "warning", "A link that means nothing in the vault.")
    findings_undefined_label: str = _severity(
        "findings.undefinedLabel", "warning", "A reference that the note does not define.")
    findings_ambiguous_link: str = _severity(
        "findings.ambiguousLink", "warning", "A link that may mean several notes.")
    findings_broken_heading: str = _severity(
        "findings.brokenHeading", "warning", "A link to a heading that is not there.")
    findings_broken_block_id: str = _severity(
        "findings.brokenBlockId", "warning", "A link to a block that is not there.")
    findings_duplicate_heading_target: str = _severity(
        "findings.duplicateHeadingTarget", "information",
        "A link to a heading that is there more than once.")
    findings_duplicate_alias: str = _severity(
        "findings.duplicateAlias", "information", "An alias that another note has, too.")
    findings_orphan_note: str = _severity(
        "findings.orphanNote", "off", "A note without a link from it or to it.")
    findings_near_duplicate_note: str = _severity(
        "findings.nearDuplicateNote", "information", "A note that says what another one says.")
    findings_unlinked_mention: str = _severity(
        "findings.unlinkedMention", "off", "The name of another note in plain text.")
    findings_ignore: tuple[str, ...] = _row(
        "findings.ignore", (), "Globs of notes without findings; `rule:glob` for one rule.")
    findings_ignore_links: tuple[str, ...] = _row(
        "findings.ignoreLinks", (), "Globs of link targets that are never broken, `Library/**`.")
    only: str = _row(
        "only", "all", "semantic leaves links and names to another Markdown server.",
        allowed=("all", "semantic"))
    features_workspace_symbol: bool = _row(
        "features.workspaceSymbol", True, "Search in the editor's symbol picker.")
    features_hover: bool = _row("features.hover", True, "Related notes on hover.")
    features_diagnostics: bool = _row("features.diagnostics", True, "Findings as diagnostics.")
    features_code_action: bool = _row(
        "features.codeAction", True, "Fixes of findings, and suggestions.")
    features_completion: bool = _row(
        "features.completion", True, "Notes ranked by meaning, headings, blocks, tags.")
    features_definition: bool = _row("features.definition", True, "Go to what a link names.")
    features_references: bool = _row("features.references", True, "Uses, and backlinks of a note.")
    features_rename: bool = _row(
        "features.rename", True, "Rename notes, headings, tags and blocks with all their links.")
    features_document_link: bool = _row("features.documentLink", True, "Links open on a click.")
    features_document_highlight: bool = _row(
        "features.documentHighlight", True, "Uses in the same note, under the cursor.")
    features_document_symbol: bool | None = _row(
        "features.documentSymbol", None,
        "The outline; unset is on, but off in VS Code, which has its own.")
    features_folding_range: bool = _row("features.foldingRange", True, "Folding of sections.")
    features_selection_range: bool = _row(
        "features.selectionRange", True, "A selection that grows by link, block and section.")
    features_code_lens: bool = _row("features.codeLens", True, "Counts of references.")
    features_inlay_hint: bool = _row(
        "features.inlayHint", True, "Titles beside links whose target hides them.")
    features_semantic_tokens: bool = _row(
        "features.semanticTokens", True, "Colours for links, tags and facts.")
    features_call_hierarchy: bool = _row(
        "features.callHierarchy", True, "The graph of links as an editor's own tree.")

    # Not a key: false when a vault's own file chose the model, for a stranger's vault must not
    # start a download.
    downloads: bool = True
    # Not a key: the attributes that somebody set; a default may yield to what a folder looks like.
    chosen: frozenset[str] = field(default=frozenset(), compare=False)
# fmt: on


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table of settings."""

    name: str  # camelCase, dotted, without `nearnote.`
    attribute: str  # of Settings
    type: Literal["string", "integer", "boolean", "strings"]
    default: Value
    description: str
    allowed: tuple[str, ...] = ()
    vault_allowed: tuple[str, ...] = ()  # what a vault's own file may choose, if not all
    within: tuple[int, int] | None = None  # least and most
    vault: bool = True  # whether a vault's own file, maybe a stranger's, may set it
    blank: bool = False  # whether "" is a value; elsewhere it means unset

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return "NEARNOTE_" + self.attribute.upper()

    @property
    def optional(self) -> bool:
        """Whether it may be unset, which JSON writes as null."""
        return self.default is None


_TYPES: Mapping[str, Any] = {
    "str": "string",
    "int": "integer",
    "bool": "boolean",
    "tuple[str, ...]": "strings",
}

KEYS: tuple[Key, ...] = tuple(
    Key(
        attribute=row.name,
        type=_TYPES[str(row.type).removesuffix(" | None")],
        default=cast("Value", row.default),
        **row.metadata,
    )
    for row in fields(Settings)
    if row.metadata
)
