"""Several servers on one PostgreSQL database, behind an nginx with the documented configuration."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import uuid

from server import ROOT, Server


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def postgres():
    """The address of the PostgreSQL server that the tests were started beside."""
    return os.environ["SHALA_POSTGRES"]


def restart_postgres():
    subprocess.run(shlex.split(os.environ["SHALA_POSTGRES_RESTART"]), check=True, timeout=60, cwd="/")


def new_database():
    """The address of a new, empty database."""
    name = f"c{uuid.uuid4().hex}"
    subprocess.run(
        ["psql", "-q", f"{postgres()}/postgres", "-c", f"CREATE DATABASE {name} TEMPLATE template0"], check=True
    )
    return f"{postgres()}/{name}"


class Proxy:
    """nginx by docs/nginx.conf: only its addresses are others, and it speaks http, as there is no certificate."""

    def __init__(self, folder, servers):
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        (folder / "shala.conf").write_text(self.configuration(servers))
        (folder / "nginx.conf").write_text(
            f"daemon off; user root; pid {folder}/pid; error_log {folder}/error.log;"
            "events { worker_connections 2048; }\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;"
            f" fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;"
            f" include {folder}/shala.conf; }}"
        )
        self.process = None

    def configuration(self, servers):
        text = (ROOT / "docs" / "nginx.conf").read_text()
        text = re.sub(r"^\s*ssl_.*\n", "", text, flags=re.M)
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{self.port}")
        names = iter(server.base.removeprefix("http://") for server in servers)
        text, count = re.subn(r"10\.0\.0\.\d+:8080", lambda _: next(names), text)
        assert count == len(servers)
        return text

    def start(self):
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = subprocess.Popen([program, "-c", f"{self.folder}/nginx.conf", "-p", str(self.folder)])
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


class Cluster:
    """Three servers and what stands before and behind them."""

    def __init__(self, folder, environment=None):
        self.database = new_database()
        self.key = ("--sign-in-key", folder / "sign-in.key")
        options = ("--database", self.database, "--trusted-proxy", "127.0.0.1", *map(str, self.key))
        self.servers = [Server(folder / f"server{number}", *options, environment=environment) for number in range(3)]
        self.data = folder / "host"
        for server in self.servers:
            server.start()
        self.proxy = Proxy(folder, self.servers).start()
        self.base = self.proxy.base

    def stop(self):
        codes = [server.stop() for server in self.servers]
        self.proxy.stop()
        assert codes == [0, 0, 0]
