"""Reading settings: defaults < `.nearnote.toml` < the editor < the environment. Pure."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from nearnote.config.table import KEYS, REMOTE_PROVIDERS, Key, Settings, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Layer = Literal[".nearnote.toml", "editor", "environment"]

# Clients keep keys of their own in the same section.
_OF_THE_CLIENT = ("server", "trace")
# The key of a remote provider is read where it is used and is never a setting; the others are
# for the suites that drive real editors, whose servers inherit them.
_NO_SETTINGS = ("NEARNOTE_API_KEY", "NEARNOTE_EDITOR_CACHE", "NEARNOTE_E2E_SERVER")
# No key is deeper; a hostile file can nest far enough to end the stack.
_DEPTH = 6
# So many names that are no settings are told one by one, the others counted.
_NAMED = 5

_WORDS = {"1": True, "true": True, "yes": True, "on": True}
_WORDS |= {"0": False, "false": False, "no": False, "off": False}
_KINDS = {
    "string": "a string",
    "strings": "a list of strings",
    "integer": "a whole number",
    "boolean": "true or false",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A setting that was not taken; `message` is one plain sentence that names it."""

    layer: Layer
    key: str
    message: str


def parse(
    *, vault: object = None, editor: object = None, environment: Mapping[str, str] | None = None
) -> tuple[Settings, tuple[Problem, ...]]:
    """Settings of all layers, and what was wrong in them; never fails.

    `vault` is the mapping that tomllib made of `.nearnote.toml`; `editor` is what the client
    sent, nested or dotted, with or without `nearnote` around it; null means unset.
    """
    variables = {
        name: value
        for name, value in (environment or {}).items()
        if name.startswith("NEARNOTE_") and name not in _NO_SETTINGS
    }
    layers: tuple[tuple[Layer, object], ...] = (
        (".nearnote.toml", vault),
        ("editor", editor),
        ("environment", variables),
    )
    values: dict[str, Value] = {}
    origin: dict[str, Layer] = {}
    problems: list[Problem] = []
    unknown: Counter[Layer] = Counter()
    for layer, raw in layers:
        for name, found in _leaves(raw):
            if found is None or (layer == "editor" and name.split(".")[0] in _OF_THE_CLIENT):
                continue
            if found == [] and _fold(name) not in _BY_FOLD:
                continue  # Lua has one empty table: what has no list here is an empty section.
            try:
                key = _key(name, hint=unknown[layer] < _NAMED)
                value = _value(key, found, layer)
            except _UnknownKeyError as error:
                unknown[layer] += 1
                if unknown[layer] <= _NAMED:
                    problems.append(Problem(layer, name, f"{_place(name, layer)} {error}"))
                continue
            except ValueError as error:
                problems.append(Problem(layer, name, f"{_place(name, layer)} {error}"))
                continue
            if value is not None:
                values[key.attribute] = value
                origin[key.attribute] = layer
    for layer, count in unknown.items():
        if count > _NAMED:
            where = {"editor": "the editor", "environment": "the environment"}.get(layer, layer)
            sentence = f"{count - _NAMED} more names in {where} are not settings of nearnote."
            problems.append(Problem(layer, "", sentence))
    return _settled(Settings(**values), origin), tuple(problems)  # type: ignore[arg-type]


def _settled(settings: Settings, origin: Mapping[str, Layer]) -> Settings:
    """`settings` with the keys that depend on one another brought together."""
    overlap = min(settings.chunk_overlap_characters, settings.chunk_max_characters // 2)
    of_vault = origin.get("model") == ".nearnote.toml"
    if of_vault and settings.provider in REMOTE_PROVIDERS:
        # The user chose a remote provider: which model reads the notes there is the user's too.
        settings = replace(settings, model=None)
    return replace(
        settings,
        chunk_overlap_characters=overlap,
        downloads=not of_vault,
        chosen=frozenset(origin),
    )


def _leaves(raw: object, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, object]]:
    """(dotted name, value) of each leaf, without a leading `nearnote.`."""
    if isinstance(raw, dict) and depth < _DEPTH:
        for name, value in raw.items():
            yield from _leaves(value, f"{prefix}{name}.", depth + 1)
    else:
        yield prefix.removesuffix(".").removeprefix("nearnote.") or "settings", raw


def _fold(name: str) -> str:
    """One spelling for chunk.maxCharacters, chunk.max_characters and CHUNK_MAX_CHARACTERS."""
    return re.sub(r"[._-]", "", name).casefold()


_BY_FOLD = {_fold(key.name): key for key in KEYS}


def _place(name: str, layer: Layer) -> str:
    shown = name if len(name) <= 60 else name[:60] + "…"
    before = {".nearnote.toml": ".nearnote.toml: ", "editor": "nearnote.", "environment": ""}
    return before[layer] + shown


class _UnknownKeyError(ValueError):
    """There is no such setting; the message ends the sentence."""


def _key(name: str, *, hint: bool = True) -> Key:
    """The row of a name in any spelling; _UnknownKeyError names the nearest one."""
    bare = name.removeprefix("NEARNOTE_")
    fold = _fold(bare)[:60]
    if key := _BY_FOLD.get(fold):
        return key
    if "apikey" in fold:
        raise _UnknownKeyError("is not a setting: put the key in the variable NEARNOTE_API_KEY.")
    near = difflib.get_close_matches(fold, _BY_FOLD, n=1, cutoff=0.6) if hint else []
    if not near:
        raise _UnknownKeyError("is not a setting of nearnote.")
    key = _BY_FOLD[near[0]]
    known = key.name if bare == name else key.variable
    raise _UnknownKeyError(f"is not a setting; the nearest one is {known}.")


def _value(key: Key, found: object, layer: Layer) -> Value:
    """`found` as a value of `key`; None where it means unset. ValueError ends the sentence."""
    of_vault = layer == ".nearnote.toml"
    if of_vault and not key.vault:
        raise ValueError(
            f"may not be set by a vault; set nearnote.{key.name} in the editor or {key.variable}."
        )
    if layer == "environment" and isinstance(found, str):
        found = _spelled(key, found)
    if found == "" and not (key.type == "string" and key.blank):
        return None
    match key.type, found:
        case "string", str():
            return _string(key, found, (of_vault and key.vault_allowed) or key.allowed)
        case "strings", str():
            return (found,)
        case "strings", list() if all(isinstance(item, str) for item in found):
            return tuple(found)
        case "boolean", bool():
            return found
        case "integer", int() if not isinstance(found, bool):
            return _integer(key, found)
        case "integer", float() if found.is_integer():  # Lua has one kind of number
            return _integer(key, int(found))
    raise ValueError(f"must be {_KINDS[key.type]}; it is ignored.")


def _integer(key: Key, found: int) -> int:
    if key.within and not key.within[0] <= found <= key.within[1]:
        least, most = key.within
        raise ValueError(f"must be from {least} to {most}; it is ignored.")
    return found


def _string(key: Key, found: str, allowed: tuple[str, ...]) -> str:
    if key.attribute == "base_url":
        return _address(found)
    if not allowed or found in allowed:
        return found
    near = difflib.get_close_matches(found.casefold()[:60], allowed, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "it is ignored."
    raise ValueError(f"must be one of {', '.join(allowed)}; {hint}")


def _address(url: str) -> str:
    """An http address that holds no secret; a message never repeats it."""
    match = re.match(r"https?://([^/?#]+)", url, re.IGNORECASE)
    if not match:
        raise ValueError("must begin with http:// or https://.")
    if "@" in match[1]:
        raise ValueError("must not hold a user name or password; use NEARNOTE_API_KEY.")
    return url.rstrip("/")


def _spelled(key: Key, text: str) -> object:
    """The value that a variable's text spells; text that spells none stays as it is."""
    bare = text.strip()
    if key.type == "boolean":
        return _WORDS.get(bare.casefold(), bare)
    if key.type == "integer":
        return int(bare) if re.fullmatch(r"[+-]?[0-9]{1,12}", bare) else bare
    if key.type == "strings" and bare.startswith("["):
        try:
            return json.loads(bare)
        except ValueError as error:
            raise ValueError("must be words parted by commas or a JSON list.") from error
    if key.type == "strings":
        return [part.strip() for part in bare.split(",") if part.strip()]
    return text
