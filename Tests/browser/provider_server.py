"""The outside world, near at hand: a server that speaks as Overpass, Foursquare, Open-Meteo, OpenWeatherMap and GitHub
document it, well or badly, and remembers what it was asked."""

import hashlib
import http.server
import json
import re
import threading
import time
import urllib.parse


PLACES = [
    ("Riverside Studio", 47.3687, 8.5392, "Quay Street", "12", "Zürich"),
    ("Schule für Bewegung 瑜伽 🧘", 47.3770, 8.5485, "Lange Gasse", "7a", "Zürich"),
    ("Catalina Room", 47.3764, 8.5481, "", "", ""),
]

BAD = ["slow", "cut", "500", "429", "html", "huge", "empty", "nonsense", "redirect", "loop", "closed"]


class Provider:
    """One service; `mode` is how it behaves, "good" or one of BAD and a few of its own."""

    def __init__(self):
        self.mode = "good"
        self.asked = []

    @property
    def count(self):
        return len(self.asked)


class Outside:
    def __init__(self):
        self.providers = {name: Provider() for name in ("overpass", "foursquare", "meteo", "weather", "github", "avatar")}
        self.temperature = 21.4
        self.timeout = "1"
        self.users = {}
        self.may_answer = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        # Where nobody is to be led: the same machine by another port.
        self.trap = http.server.ThreadingHTTPServer(("127.0.0.1", 0), trap(self))
        self.trapped = []
        for server in (self.server, self.trap):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def __getattr__(self, name):
        return self.__dict__["providers"][name]

    def environment(self, **others):
        base = f"http://{self.host}"
        return {
            "SHALA_OVERPASS_URL": f"{base}/overpass", "SHALA_OPEN_METEO_URL": f"{base}/meteo",
            "SHALA_GITHUB_URL": f"{base}/github", "SHALA_GITHUB_PICTURE_HOSTS": self.host,
            "SHALA_PROVIDER_TIMEOUT": self.timeout, **others,
        }

    def keyed(self):
        """With the services that need a key."""
        base = f"http://{self.host}"
        return self.environment(
            SHALA_FOURSQUARE_URL=f"{base}/foursquare", SHALA_FOURSQUARE_KEY="four-secret",
            SHALA_OPENWEATHERMAP_URL=f"{base}/weather", SHALA_OPENWEATHERMAP_KEY="weather-secret")

    def close(self):
        for server in (self.server, self.trap):
            server.shutdown()
            server.server_close()


def trap(outside):
    class Trap(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            outside.trapped.append(self.path)
            self.send_error(404)

        def log_message(self, *_):
            pass

    return Trap


def handler(outside):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_POST(self):
            length = int(self.headers.get("Content-Length", 0))
            self.answer(self.rfile.read(length).decode())

        def do_GET(self):
            self.answer("")

        def answer(self, body):
            path = urllib.parse.urlsplit(self.path).path
            name = path.split("/")[1]
            provider = outside.providers[name]
            provider.asked.append({"path": self.path, "body": body, "headers": dict(self.headers)})
            if not self.misbehave(provider.mode, name):
                getattr(self, name)(body, provider.mode)

        def misbehave(self, mode, name):
            if mode == "slow":
                time.sleep(2 * float(outside.timeout))
            elif mode == "late":
                outside.may_answer.wait(20)
                return False
            elif mode == "closed":
                self.connection.close()
            elif mode == "cut":
                self.start(200, {"Content-Type": "application/json", "Content-Length": "5000"})
                self.wfile.write(b'{"elements": [')
                self.wfile.flush()
                self.connection.close()
            elif mode == "500":
                self.send(500, b"Sorry")
            elif mode == "429":
                self.send(429, b"{}", {"Retry-After": "120"})
            elif mode == "401":
                self.send(401, b'{"message": "Bad credentials"}')
            elif mode == "briefly":
                self.send(429, b"{}", {"Retry-After": "1"})
            elif mode == "html":
                self.send(200, b"<html><body>Please sign in to this network", {"Content-Type": "text/html"})
            elif mode == "huge":
                self.huge()
            elif mode == "empty":
                self.send(200, b"{}")
            elif mode == "nonsense":
                self.send(200, b'{"elements": {"a": 1}, "results": 3, "current": [], "main": null, "avatar_url": {}}')
            elif mode == "redirect":
                self.send(302, b"", {"Location": f"http://127.0.0.1:{outside.trap.server_port}/secret"})
            elif mode == "loop":
                self.send(302, b"", {"Location": self.path})
            else:
                return False
            return True

        def huge(self):
            self.start(200, {"Content-Type": "application/json", "Content-Length": str(50_000_000)})
            try:
                self.wfile.write(b"[")
                for _ in range(50):
                    self.wfile.write(b" " * 1_000_000)
            except OSError:
                pass

        def start(self, status, headers):
            self.send_response(status)
            for field, value in headers.items():
                self.send_header(field, value)
            self.end_headers()

        def send(self, status, body, headers=None):
            fields = {"Content-Type": "application/json", **(headers or {})}
            if status != 304:
                fields["Content-Length"] = str(len(body))
            try:
                self.start(status, fields)
                self.wfile.write(body)
            except OSError:
                pass

        def json(self, value, headers=None):
            self.send(200, json.dumps(value).encode(), headers)

        def overpass(self, body, mode):
            query = urllib.parse.parse_qs(body)["data"][0]
            assert query.startswith("[out:json]") and "(around:" in query, query
            elements = []
            for number, (name, latitude, longitude, street, house, city) in enumerate(PLACES):
                if mode == "swapped":
                    latitude, longitude = longitude, latitude
                place = {"lat": latitude, "lon": longitude}
                tags = {"name": name, "leisure": "fitness_centre", "addr:street": street, "addr:housenumber": house,
                        "addr:city": city}
                tags = {key: value for key, value in tags.items() if value}
                if mode == "missing":
                    elements += [{"type": "node", "id": number}, {"type": "node", "lat": 1}, "?", {"tags": {"name": 3}}]
                    continue
                elements.append({"type": "node", "id": number, **place, "tags": tags} if number % 2 == 0 else
                                {"type": "way", "id": number, "center": place, "tags": tags})
            failed = {"remark": "runtime error: Query timed out in \"query\" at line 1 after 3 seconds."}
            self.json({"version": 0.6, "elements": elements[:1] if mode == "remark" else elements,
                       **(failed if mode == "remark" else {})})

        def foursquare(self, _, mode):
            if self.headers.get("Authorization") != "Bearer four-secret":
                return self.send(401, b'{"message": "Invalid request token."}')
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", self.headers["X-Places-Api-Version"])
            results = [{
                "fsq_place_id": "4b", "name": "Riverside Studio Zürich", "latitude": 47.3686, "longitude": 8.5391,
                "distance": 12, "location": {"formatted_address": "Quay Street 12, 8001 Zürich"}, "categories": [],
            }, {
                "fsq_place_id": "4c", "name": "Kletterhalle", "latitude": 47.3775, "longitude": 8.5470, "distance": 150,
                "location": {"address": "Am Fels 3", "locality": "Zürich"},
            }]
            self.json({"results": results if mode == "good" else []})

        def meteo(self, _, mode):
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            assert query["current"] == ["temperature_2m"] and float(query["latitude"][0])
            value = 4000 if mode == "absurd" else outside.temperature
            self.json({"current_units": {"temperature_2m": "°C"}, "current": {"time": "2026-11-21T10:00", "temperature_2m": value}})

        def weather(self, _, mode):
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            if query["appid"] != ["weather-secret"]:
                return self.send(401, b'{"cod":401, "message": "Invalid API key."}')
            assert query["units"] == ["metric"]
            self.json({"main": {"temp": outside.temperature, "humidity": 50}, "name": "Zürich"})

        def github(self, _, mode):
            assert self.headers["User-Agent"].startswith("Shala/")
            if self.path.endswith("/rate_limit"):
                return self.json({"resources": {}})
            user = urllib.parse.unquote(self.path.split("/")[-1])
            if mode == "limited":
                reset = str(int(time.time()) + 600)
                return self.send(403, b"{}", {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset})
            if user not in outside.users:
                return self.send(404, b'{"message": "Not Found"}')
            tag = f'W/"{user}"'
            if self.headers.get("If-None-Match") == tag:
                return self.send(304, b"", {"ETag": tag})
            address = f"http://{outside.host}/avatar/{user}?v=4"
            if mode == "inside":
                address = f"http://127.0.0.1:{outside.trap.server_port}/secret.png"
            self.json({"login": user, "avatar_url": address, "name": "名前"}, {"ETag": tag})

        def avatar(self, _, mode):
            user = urllib.parse.urlsplit(self.path).path.split("/")[-1]
            picture = outside.users.get(user, b"")
            if mode == "text":
                picture = b"<svg onload=alert(1)></svg>"
            if mode == "moved" and "hop" not in self.path:
                return self.send(302, b"", {"Location": f"/avatar/{user}?hop=1"})
            tag = f'"{hashlib.sha256(picture).hexdigest()}"'
            if self.headers.get("If-None-Match") == tag:
                return self.send(304, b"", {"ETag": tag})
            self.send(200, picture, {"Content-Type": "image/png", "ETag": tag})

    return Handler
