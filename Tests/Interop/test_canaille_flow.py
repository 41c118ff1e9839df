"""The whole flow at Canaille, an independent server, in both its modes: with an initial access token and open."""
import pytest

from phone import USER, Phone, free_port

# Canaille refuses io.curity.dcrclient:/callback, which has no authority.
PRIVATE_USE = "io.curity.dcrclient://callback"
LOGGED_OUT = "io.curity.dcrclient://logged-out"
STEPS = ["discovery", "register", "login", "token", "userinfo", "refresh", "logout"]
# If one user sends two token requests within a second, Canaille 0.3.6 answers the second with 500: its access tokens are JWTs with times
# in seconds and without jti (oidc/provider.py makes them with generate_id_token), so both are identical, and its database refuses the
# second (seen in the error_description, which the flow quotes, and in a traceback of its internal_error_handler). A fast login and
# refresh suffice; no request of ours could avoid it.
FAULT = "UNIQUE constraint failed: token.access_token"


def phone_at(server, folder, redirect=PRIVATE_USE, logged_out=LOGGED_OUT, **members):
    """A phone configured for this server, with its own initial access token if the mode needs one."""
    folder.mkdir(exist_ok=True)
    if members.get("registration") == "initial-access-token":
        token = folder / "initial-access-token"
        token.write_text(server.initial_access_token() + "\n")
        token.chmod(0o600)
        members["initialAccessTokenFile"] = token.name
    return Phone(
        folder, server.issuer, redirectUri=redirect, postLogoutRedirectUri=logged_out,
        trustedCertificates=str(server.authority.pem), **members)


def redirects(kind):
    """A pair of redirects: for the login and for after the logout."""
    if kind == "private-use":
        return PRIVATE_USE, LOGGED_OUT
    # Canaille demands exactly the registered port, so an ephemeral one does not work.
    return tuple(f"http://127.0.0.1:{free_port()}/{name}" for name in ("callback", "logged-out"))


def done(lines):
    """The completed steps, without skipped ones."""
    return [line["step"] for line in lines if line.get("ok") and not line.get("skipped")]


def flow_past_faults(phone):
    """The flow, restarted after a fault of the server: (exit status, last line, every completed step, all output)."""
    steps, said = set(), []
    for _ in range(8):
        status, lines, errors = phone.flow()
        steps |= set(done(lines))
        said.append((lines, errors))
        if FAULT not in lines[-1].get("description", ""):
            break
    return status, lines[-1], steps, said


@pytest.mark.parametrize("kind", ["private-use", "loopback"])
@pytest.mark.parametrize("mode", ["initial-access-token", "open"])
def test_flow(closed_canaille, open_canaille, tmp_path, mode, kind):
    server = open_canaille if mode == "open" else closed_canaille
    redirect, logged_out = redirects(kind)
    phone = phone_at(server, tmp_path, redirect, logged_out, registration=mode)
    expected = set(STEPS) | ({"registration-token"} if mode == "initial-access-token" else set())
    status, last, steps, said = flow_past_faults(phone)
    assert (status, last) == (0, {"result": "ok"}), (said, server.said())
    assert steps == expected
    detail = {line["step"]: line.get("detail", {}) for line in said[-1][0][:-1]}
    assert detail["userinfo"]["sub"] == USER and detail["userinfo"]["name"] == "Demo User"

    # The registration is kept: the next run logs in with it; the session has ended, so a login is needed.
    status, last, steps, said = flow_past_faults(phone)
    assert (status, last) == (0, {"result": "ok"}), (said, server.said())
    assert steps == set(STEPS) - {"register"}


def test_an_initial_access_token_registers_once(closed_canaille, tmp_path):
    phone = phone_at(closed_canaille, tmp_path, registration="initial-access-token")
    assert phone.flow("--until", "register")[0] == 0
    status, lines, errors = phone.flow("--device", "second")
    assert status == 77, (lines, errors)
    assert lines[-1]["step"] == "register" and lines[-1]["error"]


def test_without_a_token_a_closed_server_refuses(closed_canaille, tmp_path):
    status, lines, errors = phone_at(closed_canaille, tmp_path, registration="open").flow()
    assert status == 77, (lines, errors)
    assert lines[-1]["step"] == "register" and lines[-1]["error"]


def test_a_private_use_redirect_without_authority_is_refused_with_its_reason(closed_canaille, tmp_path):
    phone = phone_at(
        closed_canaille, tmp_path, "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logged-out",
        registration="initial-access-token")
    status, lines, errors = phone.flow()
    assert status != 0 and lines[-1]["step"] == "register"
    assert "redirect_uris" in errors, errors
