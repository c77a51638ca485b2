"""Where devices are: so many metres north of the studio, as emulated positions and as entries say it."""

STUDIO = {"latitude": 47.390625, "longitude": 8.515625}
METRES_OF_A_DEGREE = 111_190
RADIUS = 100


def away(metres, accuracy=8):
    """A position at that distance from the studio."""
    return {**STUDIO, "latitude": STUDIO["latitude"] + metres / METRES_OF_A_DEGREE, "accuracy": accuracy}


def fix(metres, accuracy=8):
    """The same as fields of a claim."""
    return {**away(metres, accuracy), "age": 0}


def located(metres, accuracy=8):
    """Options of a device that is there, and may say so."""
    return {"geolocation": away(metres, accuracy), "permissions": ["geolocation"]}


def move(page, metres, accuracy=8):
    page.context.set_geolocation(away(metres, accuracy))
