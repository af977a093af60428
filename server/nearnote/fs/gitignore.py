"""Patterns in the syntax of `.gitignore`."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

import pathspec

if TYPE_CHECKING:
    from collections.abc import Iterable


def spec(lines: Iterable[str]) -> pathspec.GitIgnoreSpec:
    """What these lines match; one that is no pattern matches nothing, as in git."""
    with warnings.catch_warnings():
        # pathspec makes regular expressions of patterns: what Python thinks of `[[` in one of
        # them is nothing that whoever wrote the pattern could mend.
        warnings.simplefilter("ignore", FutureWarning)
        return pathspec.GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


@lru_cache(maxsize=8)
def spec_of(globs: tuple[str, ...]) -> pathspec.GitIgnoreSpec:
    """The same of a setting, which is asked again and again."""
    return spec(globs)


def _is_pattern(line: str) -> bool:
    try:
        pathspec.GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):  # such as `!` and `[z-a]`
        return False
    return True
