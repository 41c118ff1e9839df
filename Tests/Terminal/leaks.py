"""The secrets of a session, and checks that they do not leak."""
import base64
import json
import re

from phone import PASSWORD

RUN = re.compile(r"[A-Za-z0-9_-]{20,}")
SEQUENCE = re.compile(r"\x1b(?:\[[0-9;:?>]*[@-~]|[()].|.)")


def token_like(text):
    """Texts that could be a code, a token, a secret, a verifier or a state, or a line of one; no names and no client ids."""
    mixed = lambda run: all(any(kind(letter) for letter in run) for kind in (str.isupper, str.islower, str.isdigit))
    return [run for run in RUN.findall(text) if len(run) >= 40 or mixed(run)]


def known_secrets(phone, needs_id_token=True):
    """The client secret, the ID token and the refresh token, as the keystore's owner reads them."""
    status, output, errors = phone.command("keystore show", "--json", "--reveal")
    assert status == 0, errors
    status, plain, errors = phone.command("age decrypt", "--identity", phone.device / "device.key", phone.keystore)
    assert status == 0, errors
    found = set()

    def collect(value):
        if isinstance(value, dict):
            for name, inner in value.items():
                # The name of an authentication method is not a secret.
                if name == "token_endpoint_auth_method":
                    continue
                if isinstance(inner, str) and ("secret" in name or "token" in name) and len(inner) > 15 and "//" not in inner:
                    found.add(inner)
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    for document in (output, plain):
        collect(json.loads(document))
    assert found and (not needs_id_token or any(secret.count(".") == 2 for secret in found)), "the ID token is among them"
    return found


def cookie_values(phone):
    """The values in the browser's cookie jar."""
    jar = (phone.device / "browser/cookies.json").read_text()
    found = re.findall(r'"value"\s*:\s*"([^"]{12,})"', jar)
    assert found, "the browser has no cookies"
    return set(found)


def claims_of(secrets):
    """The ID token's claims, which anyone may see: the nonce and the hash of an access token in them open nothing."""
    return " ".join(
        base64.urlsafe_b64decode(secret.split(".")[1] + "==").decode() for secret in secrets if secret.count(".") == 2)


def most_verbose(phone):
    """Options that make app and embedded server log as much as possible. The browser has no log."""
    return "--log-file", phone.folder / "session.log", "--log-level", "trace"


def logged(phone):
    log = (phone.folder / "session.log").read_text()
    assert " app: " in log and " idsvr: request " in log, "both write to it"
    return log


def assert_none_leaks(texts, secrets, allowed=""):
    """`texts`: (name, text). Asserts that no text holds a secret, a part of one, or anything that could be one.

    `allowed`: a text with harmless values that look like secrets; None: only known secrets are looked for.
    """
    for name, text in texts:
        for secret in [PASSWORD, base64.b64encode(PASSWORD.encode()).decode(), *secrets]:
            # Screens show its first characters, and a line may hold only a part of it. In a signed token the signature is the secret: its
            # header is like others, in whatever order the members stand.
            proof = secret.rpartition(".")[2] if secret.count(".") == 2 else secret
            parts = [part for part in (secret, proof[:20], proof[-20:]) if part in text]
            assert not parts, f"{name} holds a secret, or a part of one: {parts}"
        if allowed is not None:
            found = [run for run in token_like(SEQUENCE.sub(" ", text)) if run not in allowed]
            assert not found, f"{name} holds what may be one: {found}"
