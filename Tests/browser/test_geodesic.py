"""Distances on the Earth, held to the geodesics of GeographicLib (Karney 2013)."""

import json
import math
import pathlib
import random
import struct
import subprocess

from geographiclib.geodesic import Geodesic

from server import BINARY

VERDICTS = pathlib.Path(BINARY).with_name("Verdicts")

# What the rules promise, as a share of the geodesic; and in metres, where two places are all but the same.
SHARE, METRES = 0.005, 0.001


def pairs():
    """Near and far, at the poles, across the date line, and on opposite sides of the Earth."""
    chance = random.Random(1)

    def anywhere():
        return math.degrees(math.asin(chance.uniform(-1, 1))), chance.uniform(-180, 180)

    def near(place):
        latitude = max(-90, min(90, place[0] + chance.gauss(0, 0.01)))
        return latitude, (place[1] + chance.gauss(0, 0.01) + 180) % 360 - 180

    for _ in range(4000):
        yield anywhere(), anywhere()
    for _ in range(4000):
        place = anywhere()
        yield place, near(place)
    for _ in range(1000):
        pole = (chance.choice([90, -90, 89.9999, -89.9999]), chance.uniform(-180, 180))
        yield pole, near(pole) if chance.random() < 0.5 else anywhere()
    for _ in range(500):
        edge = (chance.uniform(-80, 80), chance.choice([180, -180, 179.9999, -179.9999]))
        yield edge, near(edge)
    for _ in range(500):
        latitude, longitude = anywhere()
        yield (latitude, longitude), near((-latitude, (longitude + 360) % 360 - 180))


def distances(places):
    lines = [json.dumps({"what": "locate", "numbers": [repr(float(number)) for number in (*one, 5, 0, *other, 100)]})
             for one, other in places]
    done = subprocess.run([VERDICTS], input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True)
    bits = [int(json.loads(line)[1]) for line in done.stdout.splitlines()]
    return [struct.unpack("<d", struct.pack("<Q", one))[0] for one in bits]


def test_distance_is_the_geodesic():
    places = list(pairs())
    far_off = []
    for (one, other), distance in zip(places, distances(places), strict=True):
        geodesic = Geodesic.WGS84.Inverse(*one, *other, Geodesic.DISTANCE)["s12"]
        if abs(distance - geodesic) > max(geodesic * SHARE, METRES):
            far_off.append((one, other, distance, geodesic))
    assert len(places) == 10_000 and not far_off, (len(far_off), far_off[:5])
