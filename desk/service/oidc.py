"""The house's identity provider, by OpenID Connect: who somebody is, and nothing else of them."""

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

STATE_SECONDS: Final = 600
"""How long somebody may take at the provider."""

ANSWER_SECONDS: Final = 10
"""How long the provider may take to answer the desk."""


_NO_ANSWER: Final = (HTTPError, LookupError, TypeError, AttributeError, ValueError, RuntimeError)
"""What is raised where a provider does not answer, or as none does."""


class IdentityProvider:
    """The provider, as the desk asks it. Raises UnusableSettings where its secret cannot be read."""

    def __init__(self, settings: ServiceSettings, provider: Provider):
        try:
            self.secret = read_plain(provider.client_secret_file).decode().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableSettings(f"the provider's secret cannot be read from {provider.client_secret_file}") from error
        self._callback = f"{settings.origin}/sign-in/provider/callback"
        self._client = OAuth().register(
            "provider",
            client_id=provider.client_id,
            client_secret=self.secret,
            server_metadata_url=f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid", "code_challenge_method": "S256", "timeout": ANSWER_SECONDS},
        )

    async def send_there(self, request: Request) -> Response:
        """Where somebody goes to say who they are. Raises UnusableKey where the provider does not answer."""
        try:
            answer: Response = await self._client.authorize_redirect(request, self._callback)
        except (*_NO_ANSWER, OAuthError) as error:
            raise UnusableKey("the house's identity provider does not answer; try again, or use a passkey") from error
        return answer

    async def account(self, request: Request) -> str:
        """The digest of the account that somebody comes back with. Raises UnusableKey."""
        try:
            claims = (await self._client.authorize_access_token(request))["userinfo"]
            return account_digest(str(claims["iss"]), str(claims["sub"]))
        except (*_NO_ANSWER, OAuthError, JoseError) as error:
            raise UnusableKey("the provider's answer does not hold, or was used before; sign in anew") from error
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
