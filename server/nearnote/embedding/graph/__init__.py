"""Encoders as ONNX files, made from weights that come without a graph or with a slow one."""
