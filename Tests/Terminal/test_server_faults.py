"""`faults on`, `off` and `active`, and `serve --faults`: what the embedded server commits against any client."""
import base64
import collections
import concurrent.futures
import contextlib
import http.client
import json
import ssl
import subprocess
import threading
import time

import pytest
from phone import APP, USER, Phone
from session import PATIENCE


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


class Caller:
    """One client of an open server: it refreshes with a token that nobody has, again and again, on a connection of its own."""

    def __init__(self, phone):
        context = ssl.create_default_context(cafile=str(phone.data / "idsvr/tls/ca.pem"))
        self.connection = http.client.HTTPSConnection("localhost", phone.port, context=context, timeout=PATIENCE)
        registered = json.loads(self.post("/token-service/oauth-registration", json.dumps({
            "redirect_uris": ["io.curity.dcrclient:/callback"], "application_type": "native"}), "application/json")[1])
        self.id = registered["client_id"]
        self.basic = "Basic " + base64.b64encode(f"{self.id}:{registered['client_secret']}".encode()).decode()
        self.statuses = collections.Counter()

    def post(self, path, body, kind, **headers):
        self.connection.request("POST", path, body, {"Content-Type": kind, **headers})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def refresh(self):
        form = "grant_type=refresh_token&refresh_token=none"
        status = self.post("/oauth/v2/oauth-token", form, "application/x-www-form-urlencoded", Authorization=self.basic)[0]
        self.statuses[status] += 1
        return status

    def run(self, ended):
        while not ended.wait(0.1):
            self.refresh()
        self.connection.close()


def until(is_true):
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end
        threading.Event().wait(0.02)  # leaves the interpreter to the callers


def test_a_fault_for_one_client_touches_none_of_a_hundred(tmp_path):
    phone = Phone(tmp_path, registration="open", embeddedServer={
        "adminPort": 0, "policies": {"registration": "open"}, "limits": {"registrationsPerMinute": 0}})
    fault = phone.folder / "fault.json"
    fault.write_text(json.dumps({
        "version": 1, "title": "down", "faults": [{"endpoint": "refresh", "defect": "status", "status": 503}]}))
    ended = threading.Event()
    with serving(phone), concurrent.futures.ThreadPoolExecutor(100) as pool:
        callers = list(pool.map(Caller, [phone] * 100))
        met = callers[42]
        running = [pool.submit(caller.run, ended) for caller in callers]
        try:
            on(phone, fault, "--client", met.id, "--times", "7")
            # It switches itself off, and then the client is answered as before.
            until(lambda: met.statuses[503] == 7)
            before = met.statuses[400]
            until(lambda: met.statuses[400] > before and not active(phone))

            on(phone, fault, "--client", met.id)
            until(lambda: met.statuses[503] > 12)
        finally:
            ended.set()
        for done in running:
            done.result()
        assert {status for caller in callers if caller is not met for status in caller.statuses} == {400}
        assert set(met.statuses) == {400, 503}
        # What has happened reaches the list with the server's next look.
        until(lambda: active(phone)[0]["struck"] == met.statuses[503] - 7)
        assert phone.command("faults off")[0] == 0
        until(lambda: met.refresh() == 400)
