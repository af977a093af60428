"""Everything that may happen to a server, at random and much of it; what went wrong is told.

    python tests/bench/fuzz.py [edits] [kills] [disk] [soak] [--edits N] [--kills N] [--minutes N]

`edits`: 100,000 random edits in three encodings against a model of the text. `kills`: 100 times
kill -9 while a server reads, embeds and writes. `disk`: caches that cannot be kept, vaults that
come and go, names that are none. `soak`: minutes of work, with memory, descriptors and threads.
Without a name all four run. `--short` is the round that the tests make. The exit code is 1 when
something went wrong; `--seed` repeats a round.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.fuzzing.disk import fuzz_disk
from tests.bench.fuzzing.edits import fuzz_edits
from tests.bench.fuzzing.kills import fuzz_kills
from tests.bench.fuzzing.soak import fuzz_soak

SHORT = {"edits": 900, "kills": 3, "minutes": 0.05}


def main() -> int:
    """Run the rounds that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rounds", nargs="*", metavar="ROUND")
    parser.add_argument("--edits", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    if options.short:
        vars(options).update(SHORT)
    os.environ["NEARNOTE_PROVIDER"] = "hashing"
    rounds = {
        "edits": lambda: fuzz_edits(options.edits, options.seed),
        "kills": lambda: fuzz_kills(options.kills, options.seed),
        "disk": fuzz_disk,
        "soak": lambda: fuzz_soak(60 * options.minutes, options.seed),
    }
    wrong: list[str] = []
    for name in options.rounds or rounds:
        started = time.perf_counter()
        print(name, flush=True)
        found = rounds[name]()
        wrong += found
        for sentence in found:
            print(f"  WRONG {sentence}", flush=True)
        print(f"  {len(found)} went wrong in {time.perf_counter() - started:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
