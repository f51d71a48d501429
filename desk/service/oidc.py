"""The house's identity provider, by OpenID Connect: who somebody is, and nothing else of them."""

import asyncio
from hashlib import sha256
from typing import Final

from authlib.integrations.starlette_client import OAuth, OAuthError
from fastapi import FastAPI, Request, Response
from httpx2 import HTTPError
from joserfc.errors import JoseError
from starlette.middleware.sessions import SessionMiddleware

from desk.service.accounts import account_digest
from desk.service.settings import Provider, ServiceSettings
from ledger.errors import UnusableKey, UnusableSettings
from ledger.files import read_plain
from ledger.values.message import Message

STATE_SECONDS: Final = 600
"""How long somebody may take at the provider."""

ANSWER_SECONDS: Final = 10
"""How long the provider may take to answer the desk, also where it answers a byte at a time."""

MOST_OF_A_SUBJECT: Final = 255
"""How long a provider's name for an account may be (OpenID Connect Core, 2)."""

SIGNED_BY: Final = frozenset({"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"})
"""Signatures that the provider alone can make. Others that it may offer, as `none` or one with a secret, are refused."""

_ALGORITHMS: Final = "id_token_signing_alg_values_supported"

_NO_ANSWER: Final = (HTTPError, LookupError, TypeError, AttributeError, ValueError, RuntimeError, TimeoutError)
"""What is raised where a provider does not answer, or as none does."""


class IdentityProvider:
    """The provider, as the desk asks it. Raises UnusableSettings where its secret cannot be read."""

    def __init__(self, settings: ServiceSettings, provider: Provider):
        try:
            self.secret = read_plain(provider.client_secret_file).decode().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableSettings(f"the provider's secret cannot be read from {provider.client_secret_file}") from error
        self._issuer = provider.issuer.rstrip("/")
        self._callback = f"{settings.origin}/sign-in/provider/callback"
        self._client = OAuth().register(
            "provider",
            client_id=provider.client_id,
            client_secret=self.secret,
            server_metadata_url=f"{self._issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid", "code_challenge_method": "S256", "timeout": ANSWER_SECONDS},
        )

    async def _load_metadata(self) -> str:
        """Reads the provider's metadata and returns its issuer as it spells it. Raises ValueError where that is another."""
        metadata = await self._client.load_server_metadata()
        issuer = metadata["issuer"]
        if not isinstance(issuer, str) or issuer.rstrip("/") != self._issuer:
            raise ValueError("the provider calls itself by another issuer than the settings")
        metadata[_ALGORITHMS] = sorted(SIGNED_BY.intersection(metadata.get(_ALGORITHMS) or ()))
        return issuer

    async def send_there(self, request: Request) -> Response:
        """Where somebody goes to say who they are. Raises UnusableKey where the provider does not answer."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._load_metadata()
                answer: Response = await self._client.authorize_redirect(request, self._callback)
        except (*_NO_ANSWER, OAuthError) as error:
            raise UnusableKey(
                Message("the house's identity provider does not answer; try again, or use a passkey")
            ) from error
        return answer

    async def account(self, request: Request) -> str:
        """The digest of the account that somebody comes back with. Raises UnusableKey."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                issuer = {"essential": True, "values": [await self._load_metadata()]}
                token = await self._client.authorize_access_token(request, claims_options={"iss": issuer})
            if not isinstance(token["id_token"], str):
                raise TypeError("the provider's token is not text")
            claims = token["userinfo"]
            if not (isinstance(claims["sub"], str) and 0 < len(claims["sub"]) <= MOST_OF_A_SUBJECT):
                raise ValueError("the provider's name for the account is not one")
            return account_digest(claims["iss"], claims["sub"])
        except (*_NO_ANSWER, OAuthError, JoseError) as error:
            raise UnusableKey(Message("the provider's answer does not hold, or was used before; sign in again")) from error
        finally:
            request.session.clear()


def add_provider(app: FastAPI, settings: ServiceSettings, provider: Provider) -> None:
    """Has the desk let in whom the provider vouches for. Raises UnusableSettings."""
    asked = IdentityProvider(settings, provider)
    app.state.provider = asked
    app.add_middleware(
        SessionMiddleware,
        secret_key=_state_secret(asked.secret),
        session_cookie="recoup_provider" if settings.is_plain else "__Secure-recoup_provider",
        max_age=STATE_SECONDS,
        path="/sign-in/",
        same_site="lax",
        https_only=not settings.is_plain,
    )


def _state_secret(client_secret: str) -> str:
    """What the state between the desk and the provider is signed with: the same in all processes of the desk."""
    return sha256(b"recoup sign-in state\n" + client_secret.encode()).hexdigest()
