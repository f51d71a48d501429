"""The link that opens the desk once, the session that it opens, and the addresses that are of this machine alone."""

import secrets
from ipaddress import ip_address
from typing import Final

ENTER_PATH: Final = "/enter/"
"""What the path of the link begins with."""


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class DeskSession:
    """The one-time link and the session that it opens."""

    def __init__(self) -> None:
        self.link: str | None = secrets.token_urlsafe(32)
        self._token = secrets.token_urlsafe(32)

    def redeem_link(self, link: str) -> str | None:
        """The session for the link, once; None for any other and ever after."""
        if self.link is None or not secrets.compare_digest(link.encode(), self.link.encode()):
            return None
        self.link = None
        return self._token

    def is_open(self, session: str | None) -> bool:
        """Whether this is the session that the link opened."""
        return session is not None and self.link is None and secrets.compare_digest(session.encode(), self._token.encode())
