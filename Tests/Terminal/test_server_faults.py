"""`faults on`, `off` and `active`, and `serve --faults`: what the embedded server commits against any client."""
import contextlib
import json
import subprocess

import pytest
from phone import APP, USER


@contextlib.contextmanager
def serving(phone, *options):
    """The server, once it answers."""
    server = subprocess.Popen(
        [str(APP), "serve", "--json", *map(str, phone.options()), *options], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout.readline()
        yield server
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
        server.stderr.close()


@pytest.fixture
def known(phone):
    """A phone whose server has run, and which is registered."""
    with serving(phone):
        assert phone.flow("--until", "userinfo")[0] == 0
    return phone


def active(phone):
    status, output, errors = phone.command("faults active", "--json")
    assert status == 0, errors
    return json.loads(output)


def on(phone, *words):
    status, output, errors = phone.command("faults on", *words, "--json")
    assert status == 0, errors
    return json.loads(output)


def client_of(phone):
    return json.loads(phone.command("clients list", "--json")[1])[0]["client_id"]


def test_a_fault_is_switched_on_listed_and_switched_off(known):
    client = client_of(known)
    assert on(known, "login-denied", "--client", client) == {
        "name": "login-denied", "target": f"client {client}", "on": True}
    assert on(known, "userinfo-of-another", "--times", "3")["target"] == "everybody"
    rows = active(known)
    assert [(row["name"], row["target"], row["fault"], row["struck"], row["left"]) for row in rows] == [
        ("userinfo-of-another", "everybody", "userinfo: wrong-member sub", 0, 3),
        ("login-denied", f"client {client}", "authorize: error-redirect access_denied", 0, 1)]
    text = known.command("faults active")[1]
    assert "userinfo: wrong-member sub" in text and "left" in text.splitlines()[0]
    assert known.command("faults off", str(rows[0]["number"]))[0] == 0
    assert [row["name"] for row in active(known)] == ["login-denied"]
    assert known.command("faults off")[0] == 0
    assert active(known) == []


def test_a_running_server_commits_them(known):
    with serving(known):
        on(known, "userinfo-of-another", "--user", USER, "--times", "1000")
        # The server looks once a second.
        for _ in range(20):
            status, said, _ = known.flow()
            if status:
                break
        assert (said[-1]["step"], said[-1]["error"]) == ("userinfo", "userinfo_sub_mismatch")
    assert active(known)[0]["struck"] >= 1


@pytest.mark.parametrize("preset,said", [
    ("certificate-expired", "expired"), ("certificate-wrong-host", "host"), ("man-in-the-middle", "server")])
def test_a_wrong_certificate_ends_the_flow(known, preset, said):
    """The app asks a server that is there already; its own faults are off."""
    on(known, preset)
    with serving(known):
        status, _, errors = known.flow()
        assert status == 69 and said in errors, errors
    assert [row["struck"] > 0 for row in active(known)] == [True], "one rule for all endpoints"
    assert known.command("faults off")[0] == 0
    assert known.flow()[0] == 0


def test_faults_of_a_start_end_with_the_server(known):
    with serving(known, "--faults", "userinfo-of-another") as server:
        assert active(known)[0]["ends_with_server"] is True
        assert known.flow()[1][-1]["step"] == "userinfo"
        server.terminate()
        assert "userinfo-of-another, for everybody" in server.stderr.read()
        assert server.wait() == 0
    assert active(known) == []


def test_a_start_says_what_was_left_on(known):
    on(known, "userinfo-of-another")
    with serving(known) as server:
        server.terminate()
        assert "userinfo-of-another, for everybody (dcr-terminal faults off" in server.stderr.read()
        server.wait()


@pytest.mark.parametrize("words,status,said", [
    (("disk-full",), 65, "keystore"),
    (("evil-issuer", "--client", "CLIENT"), 65, "client CLIENT"),
    (("certificate-expired", "--client", "CLIENT"), 65, "client CLIENT"),
    (("login-denied", "--client", "nobody"), 65, "nobody"),
    (("login-denied", "--user", "nobody"), 65, "nobody"),
    (("login-denied", "--address", "somewhere"), 65, "somewhere"),
    (("no-such-preset",), 65, "no-such-preset"),
    (("login-denied", "--times", "0"), 64, "--times"),
    (("login-denied", "--client", "a", "--user", "b"), 64, "--client"),
], ids=lambda value: "-".join(value) if isinstance(value, tuple) else None)
def test_what_cannot_be_switched_on_is_refused(known, words, status, said):
    client = client_of(known)
    ended, output, errors = known.command("faults on", *[word.replace("CLIENT", client) for word in words])
    assert (ended, output) == (status, ""), errors
    assert said.replace("CLIENT", client) in errors
    assert active(known) == []


def test_what_is_not_on_cannot_be_switched_off(known):
    status, output, errors = known.command("faults off", "login-denied")
    assert (status, output) == (65, "") and "login-denied" in errors and "faults active" in errors
