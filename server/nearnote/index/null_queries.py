"""Questions about nothing, to learn how near nothing is.

The cosine that a model gives to unrelated texts depends on the model and on the vault: below .3
for one, above .7 for another. What these made-up words find by meaning, they find by chance; a
hit must be nearer than that.
"""

from __future__ import annotations

NULL_QUERIES = (
    "beduvan",
    "vibofas pefadix",
    "zibapen masofin narubex",
    "sivoka fokiras mizogu tebovux",
    "ronapes kusagi girota felibu beduvan",
    "pukevin nugatos kilopex moruvax vibofas pefadix",
    "fuzema",
    "lozarun rumisan",
    "keluri logite petudin",
    "gazemo vaterix ludifan dofemin",
    "tebovux zanuples somadex vorikan fuzema",
    "felibu beduvan tadogin dakenu lozarun rumisan",
    "moruvax",
    "nokuge zibapen",
    "dupevas sivoka fokiras",
    "budelun ronapes kusagi girota",
    "dofemin pukevin nugatos kilopex moruvax",
    "vorikan fuzema sepilo gumite nokuge zibapen",
    "dakenu",
    "tovelu keluri",
    "narubex gazemo vaterix",
    "mizogu tebovux zanuples somadex",
    "girota felibu beduvan tadogin dakenu",
    "kilopex moruvax vibofas pefadix tovelu keluri",
)
"""Texts of one to six made-up words, to be embedded as queries."""
