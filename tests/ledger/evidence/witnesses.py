"""A witness that answers over HTTP, as C2SP tlog-witness says, on this machine: real, small, and with no part of ours.

Its consistency check is the recursive definition of RFC 6962, section 2.1.2, and not the product's.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

DASH: Final = "\N{EM DASH} "


def joined(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def roots(old: int, new: int, proof: list[bytes], old_root: bytes, *, whole: bool = True) -> tuple[bytes, bytes]:
    """The roots of both trees that a consistency proof comes to, taking its hashes from the end."""
    if old == new:
        item = old_root if whole else proof.pop()
        return item, item
    middle = 1 << (new - 1).bit_length() - 1
    beside = proof.pop()
    if old <= middle:
        first, second = roots(old, middle, proof, old_root, whole=whole)
        return first, joined(second, beside)
    first, second = roots(old - middle, new - middle, proof, old_root, whole=False)
    return joined(beside, first), joined(beside, second)


class Witness:
    """Knows one log by its origin and public key, and remembers the last checkpoint that it cosigned."""

    def __init__(self, origin: str, log_key: bytes, name: str = "witness.example/w1", now: int = 1_800_000_000):
        self.origin, self.log_key, self.name, self.now = origin, log_key, name, now
        self.private = Ed25519PrivateKey.generate()
        self.size, self.root = 0, sha256(b"").digest()
        self.asked: list[tuple[int, int]] = []
        self.spoil = False

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n\x04" + self.public).digest()[:4]

    @property
    def verifier_key(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([4]) + self.public).decode()}"

    def answer(self, body: str) -> tuple[int, str, str]:
        """Status, content type and body."""
        head, _, note = body.partition("\n\n")
        text, _, lines = note.rpartition("\n\n")
        first, *proof = head.split("\n")
        old, [origin, written, root] = int(first.removeprefix("old ")), text.split("\n")[:3]
        size, status = int(written), 200
        if origin != self.origin:
            return 404, "text/plain", ""
        if not self._signed(text + "\n", lines):
            return 403, "text/plain", ""
        self.asked.append((old, size))
        if old > size:
            return 400, "text/plain", ""
        if old != self.size:
            return 409, "text/x.tlog.size", f"{self.size}\n"
        if old == size and b64decode(root) != self.root:
            return 409, "text/plain", ""
        if not self._grown(old, size, [b64decode(item) for item in proof], b64decode(root)):
            return 422, "text/plain", ""
        self.size, self.root = size, b64decode(root)
        return status, "text/plain", self._cosigned(text + "\n")

    def _signed(self, text: str, lines: str) -> bool:
        for line in lines.splitlines():
            try:
                Ed25519PublicKey.from_public_bytes(self.log_key).verify(b64decode(line.split(" ")[2])[4:], text.encode())
            except InvalidSignature:
                continue
            return True
        return False

    def _grown(self, old: int, size: int, proof: list[bytes], root: bytes) -> bool:
        if old == 0:
            return not proof
        left = list(proof)
        try:
            return roots(old, size, left, self.root) == (self.root, root) and not left
        except IndexError:
            return False

    def _cosigned(self, text: str) -> str:
        raw = self.private.sign(f"cosignature/v1\ntime {self.now}\n{text}".encode())
        stamped = self.id + self.now.to_bytes(8) + (bytes(64) if self.spoil else raw)
        stranger = f"{DASH}stranger {b64encode(bytes(76)).decode()}\n"
        return f"{stranger}{DASH}{self.name} {b64encode(stamped).decode()}\n"


@contextmanager
def serving(witness: Witness) -> Iterator[str]:
    """The witness's submission prefix, for as long as it serves."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            known = self.path == "/log/add-checkpoint"
            status, kind, text = witness.answer(body) if known else (404, "text/plain", "")
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/log"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
