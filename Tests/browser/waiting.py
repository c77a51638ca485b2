"""Waiting until something is so: asked again and again, at intervals that grow, since asking costs what is waited for time."""

import itertools
import time

from server import PATIENCE

# The first interval between two questions and the longest, in seconds.
SHORTEST, LONGEST = 0.02, 0.25


def until(condition, words="It did not come to be so.", patience=PATIENCE, pause=time.sleep):
    """Waits until a condition is true and gives what it found; the words are for the one who waits in vain."""
    end = time.monotonic() + patience
    for tries in itertools.count():
        if found := condition():
            return found
        assert time.monotonic() < end, words() if callable(words) else words
        pause(min(SHORTEST * 1.4 ** min(tries, 20), LONGEST))
