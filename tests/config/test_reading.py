"""Reading settings from the four layers."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.config import KEYS, Settings, parse

VAULT, EDITOR, ENVIRONMENT = "vault", "editor", "environment"


@pytest.mark.parametrize(
    ("layers", "attribute", "expected"),
    [
        ({}, "chunk_max_characters", 900),
        # Each layer wins over the one before it.
        ({VAULT: {"search": {"limit": 7}}}, "search_limit", 7),
        ({VAULT: {"search_limit": 7}, EDITOR: {"search.limit": 8}}, "search_limit", 8),
        ({EDITOR: {"search.limit": 8}, ENVIRONMENT: {"NEARNOTE_SEARCH_LIMIT": "9"}},
         "search_limit", 9),
        # Every spelling of a name.
        ({VAULT: {"chunk": {"max_characters": 500}}}, "chunk_max_characters", 500),
        ({VAULT: {"chunk": {"maxCharacters": 500}}}, "chunk_max_characters", 500),
        ({EDITOR: {"nearnote": {"chunk": {"maxCharacters": 500}}}}, "chunk_max_characters", 500),
        ({EDITOR: {"nearnote.chunk.maxCharacters": 500}}, "chunk_max_characters", 500),
        ({EDITOR: {"nearnote": {"chunk.maxCharacters": 500}}}, "chunk_max_characters", 500),
        ({ENVIRONMENT: {"NEARNOTE_CHUNK_MAX_CHARACTERS": "500"}}, "chunk_max_characters", 500),
        # Null and the empty string mean unset, so the layer below shows through.
        ({VAULT: {"search": {"limit": 7}}, EDITOR: {"search": {"limit": None}}}, "search_limit", 7),
        ({EDITOR: {"search": None}}, "search_limit", 50),
        ({EDITOR: None}, "search_limit", 50),
        ({EDITOR: {"model": ""}}, "model", None),
        ({ENVIRONMENT: {"NEARNOTE_SEARCH_LIMIT": ""}}, "search_limit", 50),
        # … but an empty prefix is a choice: no prefix where the model has one.
        ({EDITOR: {"queryPrefix": ""}}, "query_prefix", ""),
        ({ENVIRONMENT: {"NEARNOTE_QUERY_PREFIX": ""}}, "query_prefix", ""),
        ({EDITOR: {"queryPrefix": None}}, "query_prefix", None),
        # Forms of values.
        ({EDITOR: {"search.limit": 9.0}}, "search_limit", 9),
        ({EDITOR: {"exclude": ["a", "b"]}}, "exclude", ("a", "b")),
        ({EDITOR: {"exclude": "a"}}, "exclude", ("a",)),
        ({EDITOR: {"exclude": []}}, "exclude", ()),
        ({ENVIRONMENT: {"NEARNOTE_EXCLUDE": "a, b,"}}, "exclude", ("a", "b")),
        ({ENVIRONMENT: {"NEARNOTE_EXCLUDE": '["a,b"]'}}, "exclude", ("a,b",)),
        ({ENVIRONMENT: {"NEARNOTE_FEATURES_HOVER": "off"}}, "features_hover", False),
        ({ENVIRONMENT: {"NEARNOTE_FEATURES_HOVER": "1"}}, "features_hover", True),
        ({EDITOR: {"features": {"hover": False}}}, "features_hover", False),
        ({EDITOR: {"baseUrl": "http://localhost:11434/v1/"}}, "base_url", "http://localhost:11434/v1"),
        # Keys that other programs own are not ours to judge.
        ({EDITOR: {"server": {"path": "x"}, "trace": {"server": "off"}}}, "model", None),
        ({ENVIRONMENT: {"NEARNOTE_API_KEY": "s3cret", "PATH": "/bin"}}, "model", None),
        # The overlap never makes a splitting endless.
        ({EDITOR: {"chunk": {"maxCharacters": 200, "overlapCharacters": 500}}},
         "chunk_overlap_characters", 100),
    ],
)  # fmt: skip
def test_good_settings(layers: dict, attribute: str, expected: object) -> None:
    settings, problems = parse(**layers)
    assert getattr(settings, attribute) == expected
    assert problems == ()


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ({EDITOR: {"serch": {"limit": 3}}},
         "nearnote.serch.limit is not a setting; the nearest one is search.limit."),
        ({ENVIRONMENT: {"NEARNOTE_MODLE": "x"}},
         "NEARNOTE_MODLE is not a setting; the nearest one is NEARNOTE_MODEL."),
        ({VAULT: {"colour": "red"}}, ".nearnote.toml: colour is not a setting of nearnote."),
        ({EDITOR: {"search": {"mode": "vectors"}}},
         "nearnote.search.mode must be one of hybrid, text, vector; did you mean vector?"),
        ({EDITOR: {"search": {"mode": "zzz"}}},
         "nearnote.search.mode must be one of hybrid, text, vector; it is ignored."),
        ({EDITOR: {"search": {"limit": 0}}},
         "nearnote.search.limit must be from 1 to 50; it is ignored."),
        ({EDITOR: {"search": {"limit": True}}},
         "nearnote.search.limit must be a whole number; it is ignored."),
        ({EDITOR: {"search": {"limit": "9"}}},
         "nearnote.search.limit must be a whole number; it is ignored."),
        ({EDITOR: {"search": {"limit": float("nan")}}},
         "nearnote.search.limit must be a whole number; it is ignored."),
        ({EDITOR: {"search": {"limit": float("inf")}}},
         "nearnote.search.limit must be a whole number; it is ignored."),
        ({ENVIRONMENT: {"NEARNOTE_SEARCH_LIMIT": "many"}},
         "NEARNOTE_SEARCH_LIMIT must be a whole number; it is ignored."),
        ({ENVIRONMENT: {"NEARNOTE_FEATURES_HOVER": "perhaps"}},
         "NEARNOTE_FEATURES_HOVER must be true or false; it is ignored."),
        ({ENVIRONMENT: {"NEARNOTE_EXCLUDE": "[1"}},
         "NEARNOTE_EXCLUDE must be words parted by commas or a JSON list."),
        ({EDITOR: {"exclude": ["a", 1]}},
         "nearnote.exclude must be a list of strings; it is ignored."),
        ({EDITOR: {"model": {}}}, None),
        ({EDITOR: {"nearnote": []}}, None),
        ({EDITOR: {"nearnote": {"search": []}}}, None),
        ({EDITOR: []}, None),
        ({EDITOR: {"model": ["x"]}}, "nearnote.model must be a string; it is ignored."),
        ({EDITOR: 3}, "nearnote.settings is not a setting of nearnote."),
        ({EDITOR: {"baseUrl": "ftp://x"}},
         "nearnote.baseUrl must begin with http:// or https://."),
    ],
)  # fmt: skip
def test_bad_settings_become_the_default_and_one_sentence(
    layers: dict, message: str | None
) -> None:
    settings, problems = parse(**layers)
    assert settings == Settings()
    assert [problem.message for problem in problems] == ([message] if message else [])


@pytest.mark.parametrize(
    "vault",
    [
        {"provider": "openai"},
        {"provider": "litellm"},
        {"base_url": "http://evil.example/v1"},
        {"model_path": "/etc"},
        {"model_path": "models/mine"},
        {"cache_dir": "/tmp/x"},
        {"cache_megabytes": 1},
    ],
)
def test_a_vaults_own_file_sets_no_host_path_or_remote_provider(vault: dict) -> None:
    settings, problems = parse(vault=vault)
    assert settings == Settings()
    assert len(problems) == 1


def test_a_model_that_a_vault_chose_is_never_downloaded() -> None:
    assert parse(editor={"model": "m"})[0].downloads
    assert not parse(vault={"model": "m"})[0].downloads
    assert parse(vault={"model": "m"}, editor={"model": "n"})[0].downloads


def test_a_vault_does_not_choose_the_model_of_a_remote_provider() -> None:
    settings, _ = parse(vault={"model": "dear"}, editor={"provider": "openai"})
    assert (settings.provider, settings.model) == ("openai", None)


@pytest.mark.parametrize(
    "layers",
    [
        {EDITOR: {"apiKey": "s3cret"}},
        {VAULT: {"openai": {"api_key": "s3cret"}}},
        {EDITOR: {"baseUrl": "https://me:s3cret@example.org/v1"}},
        {ENVIRONMENT: {"NEARNOTE_OPENAI_API_KEY": "s3cret"}},
    ],
)
def test_a_secret_is_never_repeated(layers: dict) -> None:
    settings, problems = parse(**layers)
    assert "s3cret" not in repr((settings, problems))
    assert "NEARNOTE_API_KEY" in problems[0].message


def test_deep_nesting_ends() -> None:
    deep: object = 1
    for _ in range(100_000):
        deep = {"a": deep}
    settings, problems = parse(vault=deep)
    assert settings == Settings()
    assert len(problems) == 1


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([key.name for key in KEYS]) | st.text(), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(vault=_JSON, editor=_JSON, variables=st.dictionaries(st.text(), st.text(), max_size=3))
def test_nothing_makes_parse_fail(vault: object, editor: object, variables: dict) -> None:
    environment = {"NEARNOTE_" + name: value for name, value in variables.items()}
    settings, problems = parse(vault=vault, editor=editor, environment=environment)
    hash(settings)
    assert all(problem.message.endswith((".", "?")) for problem in problems)


def test_defaults_come_back_through_every_layer() -> None:
    plain = {key.name: key.default for key in KEYS}
    editor = json.loads(json.dumps(plain))
    assert parse(editor=editor) == (Settings(), ())
    spelled = {
        key.variable: json.dumps(key.default) if key.type == "strings" else str(key.default)
        for key in KEYS
        if key.default is not None
    }
    assert parse(environment=spelled) == (Settings(), ())


def test_thousands_of_unknown_keys_are_counted() -> None:
    vault = {f"key{number}": number for number in range(3000)}
    settings, problems = parse(vault=vault, editor={"x": 1})
    assert settings == Settings()
    messages = [problem.message for problem in problems]
    assert len(messages) == 7
    assert messages[-1] == "2995 more names in .nearnote.toml are not settings of nearnote."
