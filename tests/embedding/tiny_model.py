"""A model of three dimensions, small enough to know its vectors by heart.

Each word has one fixed row; the file's output is the rows of the tokens. What pooling makes of
them can be worked out by hand.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "query", "passage", ":", "bread", "train", "warm"]
ROWS = np.array(
    [[9, 9, 9], [0, 0, 1], [5, 1, 0], [0, 0, 0], [0, 8, 0], [0, 0, 8], [0, 0, 0],
     [1, 0, 0], [0, 1, 0], [1, 0, 1]],
    dtype=np.float32,
)  # fmt: skip


def make(
    folder: Path, file: str = "model.onnx", pooled: bool = False, pooling: str = "", width: int = 3
) -> Path:
    """Writes the model and its tokenizer; `pooled` gives one row a text, its first token's.

    More `width` than three dimensions are zeros.
    """
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    rows = np.pad(ROWS, ((0, 0), (0, width - 3)))
    onnx.save(_model(rows, pooled), str(folder / file))
    _tokenizer().save(str(folder / "tokenizer.json"))
    configs: dict[str, object] = {
        "config.json": {"pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 16, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "cls_token": "[CLS]"},
    }
    if pooling:
        (folder / "1_Pooling").mkdir()
        configs["1_Pooling/config.json"] = {f"pooling_mode_{pooling}": True}
    for name, config in configs.items():
        (folder / name).write_text(json.dumps(config))
    return folder


def _model(rows: np.ndarray, pooled: bool) -> onnx.ModelProto:
    nodes = [helper.make_node("Gather", ["rows", "input_ids"], ["tokens"])]
    constants = [numpy_helper.from_array(rows, "rows")]
    if pooled:
        nodes.append(helper.make_node("Gather", ["tokens", "first"], ["out"], axis=1))
        constants.append(numpy_helper.from_array(np.array(0, dtype=np.int64), "first"))
    names = ["batch", rows.shape[1]] if pooled else ["batch", "sequence", rows.shape[1]]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("out" if pooled else "tokens", TensorProto.FLOAT, names)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return model


def _tokenizer() -> Tokenizer:
    vocabulary = {word: place for place, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer
