"""The table of settings is whole."""

from dataclasses import fields

from nearnote.config import KEYS, Settings


def test_every_field_is_a_key_but_the_one_that_is_derived() -> None:
    assert [key.attribute for key in KEYS] + ["downloads", "chosen"] == [
        row.name for row in fields(Settings)
    ]


def test_names_and_attributes_are_one_name_in_two_spellings() -> None:
    for key in KEYS:
        assert key.name.replace(".", "").casefold() == key.attribute.replace("_", "").casefold()
        assert key.description.endswith(".")


def test_defaults_are_allowed() -> None:
    for key in KEYS:
        assert not key.allowed or key.default in key.allowed
        assert set(key.vault_allowed) <= set(key.allowed)
        assert (
            key.within is None
            or key.default is None
            or (key.within[0] <= int(str(key.default)) <= key.within[1])
        )
