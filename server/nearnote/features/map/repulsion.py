"""How points push each other apart, in a time that grows with their number and not its square.

Points are spread over a grid, and what a grid of charges does at each of its places is one
convolution: a product of Fourier transforms.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Spectra = NDArray[np.complex64]

CELL = 0.5
"""Width of a cell at first; the push reaches a distance of about 1."""
MOST_CELLS = 192
"""A larger picture has larger cells."""


def repulsion(points: Matrix) -> tuple[Matrix, float]:
    """The push on each point, Σ (a - b) / (1 + |a - b|²)², and Σ 1 / (1 + |a - b|²) over pairs.

    By interpolation on a grid and Fourier transforms, as FIt-SNE (Linderman et al. 2019); (n, 2) to
    (n, 2) and a number.
    """
    cell, cells = _grid(float(np.ptp(points, axis=0).max(initial=0.0)))
    # Cells lie at multiples of their width: one more point must not shift the grid for all.
    at = (points - np.floor(points.min(axis=0) / cell) * cell) / cell
    corner = at.astype(np.int32)
    share = at - corner
    places, weights = [], []
    for x in (0, 1):
        for y in (0, 1):
            places.append((corner[:, 0] + x) * cells + corner[:, 1] + y)
            weights.append(np.abs(1 - x - share[:, 0]) * np.abs(1 - y - share[:, 1]))
    size = cells * cells
    charges = sum(
        np.bincount(place, weight, size) for place, weight in zip(places, weights, strict=True)
    )
    padded = 2 * cells
    spectrum = np.fft.rfft2(np.asarray(charges, np.float32).reshape(cells, cells), (padded, padded))
    fields = np.fft.irfft2(spectrum * _kernels(cell, cells), (padded, padded))
    flat = fields[:, :cells, :cells].reshape(3, size)
    felt = sum(flat[:, place] * weight for place, weight in zip(places, weights, strict=True))
    felt = np.asarray(felt, np.float32)
    # A point is spread over four places and would feel itself; at a distance of 0 that is 1.
    return felt[:2].T, max(float(felt[2].sum()) - len(points), 1e-6)


def _grid(width: float) -> tuple[float, int]:
    """The width of a cell, and how many there are in a row: a size that Fourier transforms like."""
    cell = CELL
    while width / cell + 3 > MOST_CELLS:
        cell *= 2
    return cell, int(np.ceil((width / cell + 3) / 32)) * 32


@lru_cache(maxsize=8)
def _kernels(cell: float, cells: int) -> Spectra:
    """The transforms of the push to the right, the push up, and the nearness."""
    steps = np.fft.fftfreq(2 * cells, 1 / (2 * cells)).astype(np.float32) * cell
    x, y = steps[:, None], steps[None, :]
    near = 1 / (1 + x**2 + y**2)
    return np.fft.rfft2(np.stack([x * near**2, y * near**2, near])).astype(np.complex64)
