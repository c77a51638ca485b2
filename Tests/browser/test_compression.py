"""Answers as gzip, which counts where the signal is poor."""

import contextlib
import gzip
import subprocess

import pytest


def ask(book, path, encoding, accept="text/html"):
    headers = {**book.client.headers, "Accept": accept}
    if encoding is not None:
        headers["Accept-Encoding"] = encoding
    with contextlib.closing(book.client.connect()) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.headers, answer.read()


@pytest.mark.parametrize("path, accept", [
    ("/students", "text/html"), ("/students", "application/json"), ("/offline", "application/json"),
    ("/assets/js/app.js", "*/*"), ("/assets/classroom.wasm", "*/*"), ("/sw.js", "*/*"),
])
def test_same_bytes_in_fewer(unharmed, path, accept):
    unharmed_headers, plain = ask(unharmed, path, None, accept)
    assert "Content-Encoding" not in unharmed_headers
    headers, packed = ask(unharmed, path, "deflate, gzip;q=0.8", accept)
    if len(plain) < 1024:
        assert "Content-Encoding" not in headers
        return
    assert headers["Content-Encoding"] == "gzip" and len(packed) < len(plain) * 0.8
    assert "Accept-Encoding" in headers["Vary"]
    unpacked = gzip.decompress(packed)
    # A page tells the time at which it was made.
    assert len(unpacked) == len(plain) and (unpacked == plain or accept != "*/*")


@pytest.mark.parametrize("encoding", [None, "", "br", "identity", "gzip;q=0", "gzip; q=0.0", "gzipped"])
def test_whoever_does_not_take_it_gets_none(unharmed, encoding):
    headers, _ = ask(unharmed, "/assets/js/app.js", encoding)
    assert "Content-Encoding" not in headers


def test_module_is_sent_by_brotli(unharmed):
    _, plain = ask(unharmed, "/assets/classroom.wasm", None)
    _, gzipped = ask(unharmed, "/assets/classroom.wasm", "gzip, br;q=0")
    headers, packed = ask(unharmed, "/assets/classroom.wasm", "gzip, deflate, br, zstd")
    assert headers["Content-Encoding"] == "br" and headers["Content-Type"] == "application/wasm"
    assert "Accept-Encoding" in headers["Vary"]
    assert subprocess.run(["brotli", "-dc"], input=packed, capture_output=True, check=True).stdout == plain
    assert len(packed) < 0.9 * len(gzipped)
