"""Measures the same jobs done by Shala and by other programs, and prints the table. Run by bin/bench --peers."""

import os
import pathlib
import sys
import tempfile

import check_in_peer
import claims
import log_peer
import peer


def main():
    print(f"{os.cpu_count()} cores, {log_peer.CLIENTS} clients of a log and {claims.CLIENTS} that check in, "
          f"{claims.ROUNDS} × {claims.SECONDS} s each, in turns; {peer.WORKERS} workers of gunicorn; load, servers and "
          "databases on one machine\n")
    print("| what | measured | CPU of an answer | against |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for measured in (log_peer, check_in_peer):
            for row in measured.rows(pathlib.Path(folder)):
                print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
