"""Makes the editors' types of the server's answers: TypeScript for VS Code, Lua for Neovim.

Run it after a change of `server/nearnote/wire/answers.py`; a test says when it was forgotten.
"""

from __future__ import annotations

import inspect
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from nearnote.wire import answers

HERE = Path(__file__).parent
TYPESCRIPT = HERE / "vscode" / "src" / "protocol.ts"
LUA = HERE / "nvim" / "lua" / "nearnote" / "types.lua"
MADE = "Made by editors/generate_types.py of server/nearnote/wire/answers.py."

CHOICES = {name: hint for name, hint in vars(answers).items() if get_origin(hint) is Literal}
SHAPES = [shape for shape in vars(answers).values() if hasattr(shape, "__total__")]


@dataclass(frozen=True)
class Member:
    """A member of a shape; one that is `optional` may be absent."""

    name: str
    hint: Any
    remark: str
    optional: bool


def base_of(shape: Any) -> str:
    """The name of the shape whose members this one has and more: a TypedDict forgets its base."""
    own = shape.__annotations__.items()
    return next((base.__name__ for base in SHAPES if base.__annotations__.items() < own), "")


def members_of(shape: Any) -> list[Member]:
    """What a shape has beside what it extends."""
    base = base_of(shape)
    inherited = get_type_hints(getattr(answers, base)) if base else {}
    found = []
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if name not in inherited:
            optional = get_origin(hint) is NotRequired
            bare = get_args(hint)[0] if optional else hint
            remarked = get_origin(bare) is Annotated
            bare, remark = get_args(bare) if remarked else (bare, "")
            found.append(Member(name, bare, remark, optional))
    return found


def typescript() -> str:
    """All shapes as TypeScript."""
    parts = [f"/** The objects that the server's commands answer; lines count from 0. {MADE} */"]
    for name, hint in CHOICES.items():
        spelled = " | ".join(f"'{value}'" for value in get_args(hint))
        parts.append(f"export type {name} = {spelled};")
    for shape in SHAPES:
        base = base_of(shape)
        extends = f" extends {base}" if base else ""
        lines = [
            f"/** {inspect.getdoc(shape)} */",
            f"export interface {shape.__name__}{extends} {{",
        ]
        for member in members_of(shape):
            lines += [f"  /** {member.remark} */"] if member.remark else []
            mark = "?" if member.optional else ""
            lines.append(f"  readonly {member.name}{mark}: {in_typescript(member.hint)};")
        parts.append("\n".join([*lines, "}"]))
    return "\n\n".join(parts) + "\n"


def in_typescript(hint: Any) -> str:
    """A type in TypeScript's words."""
    if isinstance(hint, types.UnionType):
        return " | ".join(map(in_typescript, get_args(hint)))
    if get_origin(hint) is list:
        return f"readonly {in_typescript(get_args(hint)[0])}[]"
    words = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}
    return words.get(hint) or name_of(hint)


def lua() -> str:
    """All shapes as annotations of lua-language-server."""
    parts = [f"---@meta\n-- {MADE} Lines count from 0."]
    for name, hint in CHOICES.items():
        spelled = "|".join(f"'{value}'" for value in get_args(hint))
        parts.append(f"---@alias nearnote.{name} {spelled}")
    for shape in SHAPES:
        base = base_of(shape)
        extends = f": nearnote.{base}" if base else ""
        lines = [f"--- {inspect.getdoc(shape)}", f"---@class nearnote.{shape.__name__}{extends}"]
        for member in members_of(shape):
            mark = "?" if member.optional else ""
            remark = f"  {member.remark}" if member.remark else ""
            lines.append(f"---@field {member.name} {in_lua(member.hint)}{mark}{remark}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def in_lua(hint: Any) -> str:
    """A type in lua-language-server's words."""
    if isinstance(hint, types.UnionType):
        return "|".join(map(in_lua, get_args(hint)))
    if get_origin(hint) is list:
        return f"{in_lua(get_args(hint)[0])}[]"
    words = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "nil"}
    return words.get(hint) or f"nearnote.{name_of(hint)}"


def name_of(hint: Any) -> str:
    """The name of a shape or of a choice of words."""
    return next((name for name, choice in CHOICES.items() if choice == hint), "") or hint.__name__


def main() -> int:
    """Write both files, or with `--check` say whether they are as they should be."""
    made = {TYPESCRIPT: typescript(), LUA: lua()}
    if "--check" in sys.argv:
        return int(any(file.read_text("utf-8") != text for file, text in made.items()))
    for file, text in made.items():
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
