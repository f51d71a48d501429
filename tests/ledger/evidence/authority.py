"""A time-stamping authority on this machine, by openssl: a root, a certificate for time stamps, an address that answers."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

_CONFIG: Final = """\
[tsa]
default_tsa = here
[here]
serial = {folder}/serial
signer_cert = {folder}/authority.pem
signer_key = {folder}/authority.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
[stamping]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
basicConstraints = CA:false
"""


class Authority:
    """The authority in a folder; `root` is the certificate that it publishes."""

    def __init__(self, folder: Path, name: str = "Time Authority"):
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "openssl.cnf").write_text(_CONFIG.format(folder=folder))
        (folder / "serial").write_text("01\n")
        request = ["req", "-new", "-newkey", "rsa:2048", "-nodes"]
        root = ["-x509", "-days", "365", "-subj", f"/CN={name} Root", "-keyout", "root.key", "-out", "root.pem"]
        self._openssl(*request, *root, "-config", "openssl.cnf", "-extensions", "root")
        self._openssl(*request, "-subj", f"/CN={name}", "-keyout", "authority.key", "-out", "authority.csr")
        signed = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "364", "-out", "authority.pem"]
        self._openssl("x509", "-req", "-in", "authority.csr", *signed, "-extfile", "openssl.cnf", "-extensions", "stamping")

    @property
    def root(self) -> Path:
        return self._folder / "root.pem"

    def _openssl(self, *args: str) -> None:
        subprocess.run(["openssl", *args], cwd=self._folder, check=True, capture_output=True)

    def stamp(self, query: bytes) -> bytes:
        """The answer to a query."""
        (self._folder / "query.tsq").write_bytes(query)
        self._openssl("ts", "-reply", "-config", "openssl.cnf", "-queryfile", "query.tsq", "-out", "reply.tsr")
        return (self._folder / "reply.tsr").read_bytes()


@contextmanager
def stamping(authority: Authority) -> Iterator[str]:
    """The authority's address, while it answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer = authority.stamp(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
