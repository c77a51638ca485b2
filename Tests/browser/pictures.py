"""Pictures made by the tests, and their sizes read from their bytes."""

import random
import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, pixel=None):
    """A PNG (ISO/IEC 15948) of the colours that `pixel` gives for x and y."""
    pixel = pixel or (lambda x, y: (x * 255 // width, y * 255 // height, 128))
    lines = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")


def photo(width, height):
    """A large PNG with a red left half and a blue right one, fast to make."""
    half = width // 2
    line = b"\0" + b"\xc8\x1e\x1e" * half + b"\x1e\x1e\xc8" * (width - half)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(line * height, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def noise(width, height):
    """A PNG that cannot be made small."""
    rows = random.Random(7)
    lines = b"".join(b"\0" + rows.randbytes(3 * width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 0)) + chunk(b"IEND", b"")


def png_size(data):
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


def jpeg_size(data):
    """Width and height from the frame header (ITU-T T.81)."""
    assert data.startswith(b"\xff\xd8")
    place = 2
    while data[place + 1] not in (0xC0, 0xC1, 0xC2):
        place += 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    height, width = struct.unpack(">HH", data[place + 5:place + 9])
    return width, height


def pixels(data):
    """The lines of a PNG with eight bits a colour, each a list of pixels; the ways to filter a line are in ISO/IEC 15948, 9.2."""
    width, height = png_size(data)
    colours = {2: 3, 6: 4}[data[25]]
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        packed += data[place + 8:place + 8 + length] if kind == b"IDAT" else b""
        place += 12 + length
    flat, size, before, lines = zlib.decompress(packed), width * colours, bytes(width * colours), []
    for start in range(0, height * (size + 1), size + 1):
        line = bytearray(flat[start + 1:start + 1 + size])
        unfilter(flat[start], line, before, colours)
        lines.append([tuple(line[at:at + 3]) for at in range(0, size, colours)])
        before = line
    return lines


def unfilter(way, line, before, step):
    for at in range(len(line)) if way else ():
        left, above = line[at - step] if at >= step else 0, before[at]
        corner = before[at - step] if at >= step else 0
        nearest = min((left, above, corner), key=lambda one: abs(left + above - corner - one))
        line[at] = (line[at] + (0, left, above, (left + above) // 2, nearest)[way]) % 256
