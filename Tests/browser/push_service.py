"""A push service (RFC 8030), near at hand, and browsers that have subscribed to it. It takes only what a push service
takes: encrypted messages (RFC 8291) from whom the subscription is for (RFC 8292)."""

import base64
import http.server
import json
import os
import re
import threading
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscription:
    """One browser's subscription, with the keys that only the browser has."""

    def __init__(self, service, number):
        self.endpoint = f"{service.base}/push/{number}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        # Behaviours for the next messages; then it is good again.
        self.modes = []
        # What has come, decrypted, and the headers of every attempt.
        self.messages, self.attempts, self.problems = [], [], []

    @property
    def point(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def json(self):
        """As the browser's PushSubscription.toJSON() writes it."""
        return {"endpoint": self.endpoint, "expirationTime": None,
                "keys": {"p256dh": encoded(self.point), "auth": encoded(self.auth)}}

    def read(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


class PushService:
    # How long a slow answer takes, in seconds.
    SLOW = 4

    def __init__(self):
        self.subscriptions = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.base = f"http://{self.host}"
        # The key for which all subscriptions are, once it is known.
        self.vapid = None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self):
        number = str(len(self.subscriptions) + 1)
        self.subscriptions[number] = Subscription(self, number)
        return self.subscriptions[number]

    @property
    def environment(self):
        return {"SHALA_PUSH_HOSTS": self.host, "SHALA_PROVIDER_TIMEOUT": "6"}

    @property
    def problems(self):
        return [problem for one in self.subscriptions.values() for problem in one.problems]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def problem(self, headers, body):
        """What a push service would refuse; None if nothing."""
        if not re.fullmatch(r"\d+", headers.get("TTL", "")):
            return "no TTL"
        if headers.get("Content-Encoding") != "aes128gcm":
            return "not encrypted as aes128gcm"
        if headers.get("Urgency", "normal") not in ("very-low", "low", "normal", "high"):
            return "no such urgency"
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,32}", headers.get("Topic", "")):
            return "no topic"
        if not 0 < len(body) <= 4096:
            return "too long"
        return self.stranger(headers.get("Authorization", ""))

    def stranger(self, authorization):
        """Why the sender is not who the subscriptions are for (RFC 8292)."""
        if not Vapid02.verify(authorization):
            return "a wrong signature"
        token, key = re.fullmatch(r"vapid t=([^,]+),\s*k=(.+)", authorization).groups()
        head, claims = (json.loads(decoded(part)) for part in token.split(".")[:2])
        if self.vapid and key != self.vapid:
            return "another key"
        if head != {"typ": "JWT", "alg": "ES256"} or claims["aud"] != self.base:
            return f"a token for {claims['aud']}"
        if not 0 < claims["exp"] - time.time() <= 86_400:
            return "a token of another time"
        return None if re.match("https://|mailto:", claims["sub"]) else "no contact"


def handler(service):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            one = service.subscriptions.get(self.path.removeprefix("/push/"))
            if one is None:
                return self.answer(404)
            one.attempts.append({**self.headers, "length": len(body), "at": time.monotonic()})
            problem = service.problem(self.headers, body)
            if problem:
                one.problems.append(problem)
                return self.answer(400)
            mode = one.modes.pop(0) if one.modes else "good"
            if mode == "slow":
                time.sleep(service.SLOW)
            elif mode != "good":
                return self.answer(int(mode), {"Retry-After": "1"} if mode in ("429", "503") else {})
            one.messages.append(one.read(body))
            self.answer(201, {"Location": f"{service.base}/message/{len(one.messages)}"})

        def answer(self, status, headers=None):
            try:
                self.send_response(status)
                for name, value in {"Content-Length": "0", **(headers or {})}.items():
                    self.send_header(name, value)
                self.end_headers()
            except OSError:
                pass

        def log_message(self, *_):
            pass

    return Handler
