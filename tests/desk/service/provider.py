"""A real identity provider for the tests: Django OAuth Toolkit, started as a program of its own.

`python -m tests.desk.service.provider PORT FOLDER CALLBACK` serves it until it is ended.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

CLIENT: Final = "recoup-desk"
SECRET: Final = "only-for-the-tests"
USERS: Final = ("reader", "stranger")
PASSWORD: Final = "only-for-the-tests"
LOGIN_PAGE: Final = (
    "<!doctype html><title>Provider</title><form method=post>{% csrf_token %}{{ form.as_p }}<button>Log in</button></form>"
)


def main(port: int, folder: Path, callback: str) -> None:
    """Makes the provider's database with its users and the desk as its client, and serves it."""
    issuer = f"http://localhost:{port}/o"
    _configure(folder, issuer)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _fill(callback)
    call_command("runserver", f"127.0.0.1:{port}", "--noreload", verbosity=0)


def _configure(folder: Path, issuer: str) -> None:
    from django.conf import settings

    key = generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    settings.configure(
        DEBUG=True,
        SECRET_KEY="only-for-the-tests",
        ALLOWED_HOSTS=["localhost", "127.0.0.1"],
        ROOT_URLCONF=__name__,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "provider.db")}},
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {"login.html": LOGIN_PAGE})]},
            }
        ],
        LOGIN_URL="/login/",
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": pem,
            "OIDC_ISS_ENDPOINT": issuer,
            "SCOPES": {"openid": "who somebody is"},
            "PKCE_REQUIRED": True,
        },
    )


def _fill(callback: str) -> None:
    from django.contrib.auth.models import User
    from oauth2_provider.models import Application

    for name in USERS:
        User.objects.create_user(name, password=PASSWORD)
    Application.objects.create(
        name="Recoup",
        client_id=CLIENT,
        client_secret=SECRET,
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris=callback,
        algorithm=Application.RS256_ALGORITHM,
        skip_authorization=True,
    )


def _urls() -> list[Any]:
    from django.contrib.auth.views import LoginView
    from django.urls import include, path

    return [
        path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
        path("login/", LoginView.as_view(template_name="login.html")),
    ]


def __getattr__(name: str) -> Any:
    """Django's addresses, once it is configured."""
    if name == "urlpatterns":
        return _urls()
    raise AttributeError(name)


if __name__ == "__main__":
    sys.modules["tests.desk.service.provider"] = sys.modules["__main__"]
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
