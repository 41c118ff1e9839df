"""django-allauth's identity provider in a Django project of one file, with one user and an SQLite database in the working directory.

usage: allauth_provider.py CERTIFICATE KEY USER PASSWORD open|token
With `token` a registration needs an initial access token; the program prints a reusable one as `initial_access_token`.
"""
import logging
import sys
import types

import django
from asgi import listener, serve
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings

URLS = "allauth_provider_urls"


def configure(how):
    key = generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    settings.configure(
        SECRET_KEY="interop", ALLOWED_HOSTS=["localhost"], ROOT_URLCONF=URLS, USE_TZ=True, STATIC_URL="/static/",
        LANGUAGE_CODE="en", SECURE_PROXY_SSL_HEADER=None,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "allauth.sqlite"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[
            "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
            "allauth", "allauth.account", "allauth.idp.oidc"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
            "allauth.account.middleware.AccountMiddleware"],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
                "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages"]}}],
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        # Django hashes clients' secrets like passwords, at each request; the secrets of a test need no slow hash.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ACCOUNT_EMAIL_VERIFICATION="none", ACCOUNT_RATE_LIMITS=False,
        IDP_OIDC_PRIVATE_KEY=key.decode(), IDP_OIDC_DCR_ENABLED=True, IDP_OIDC_DCR_REQUIRES_INITIAL_ACCESS_TOKEN=how == "token",
        # The default is three a minute for each address.
        IDP_OIDC_RATE_LIMITS={"client_registration": "1000/m/ip"})
    django.setup()


def urls():
    from django.http import HttpResponse
    from django.urls import include, path
    module = types.ModuleType(URLS)
    # Where a sign-out without a return address ends.
    home = path("", lambda request: HttpResponse("<!doctype html><title>Home</title><p>Home\n"))
    module.urlpatterns = [home, path("accounts/", include("allauth.urls")), path("", include("allauth.idp.urls"))]
    sys.modules[URLS] = module


def fill(user, password):
    """Creates the database, its user, and an initial access token."""
    from allauth.idp.oidc.adapter import get_adapter
    from allauth.idp.oidc.models import Token
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    call_command("migrate", verbosity=0)
    get_user_model().objects.create_user(user, "demo@example.com", password, first_name="Demo", last_name="User")
    token = "interop-initial-access-token"
    Token.objects.create(type=Token.Type.INITIAL_ACCESS_TOKEN, hash=get_adapter().hash_token(token))
    return token


def main():
    certificate, key, user, password, how = sys.argv[1:]
    configure(how)
    logging.basicConfig(level=logging.INFO)
    urls()
    token = fill(user, password)
    from django.core.asgi import get_asgi_application
    socket, origin = listener()
    serve(get_asgi_application(), socket, certificate, key, {"issuer": origin, "initial_access_token": token})


main()
