"""`client-test` with clients from elsewhere, each driven by a command: what they get wrong is written down here, and in docs/interoperability.md by
`drives/table.py`. DRIVES_RUNS names a folder for the runs."""
import json
import os
import pathlib
import shutil
import subprocess

import apache
import pytest
from careful.driving import client_test, verdicts
from conftest import missing
from embedded import Server
from peer import HERE, Peer
from phone import PASSWORD, ROOT, USER, Phone, free_port

DRIVES = HERE / "drives"
OPEN = {"registration": "open"}
BAD = ("failed", "warning")
# What is careless about them. A check that joins or leaves this list is news for docs/interoperability.md.
KNOWN = {
    "authlib": {
        **dict.fromkeys(["rf-sub", "rg-echo", "tk-basic", "tk-type@reg", "md-http"], "failed"),
        **dict.fromkeys(["cb-double", "cb-double@reg", "en-secret", "rg-redirect"], "warning")},
    "apache": {
        **dict.fromkeys(["ui-sub", "rf-sub"], "failed"),
        **dict.fromkeys(["cb-no-iss", "cb-denied", "cb-double", "rg-redirect", "net-slow"], "warning")},
    "oidc-agent": {
        **dict.fromkeys([
            "tk-type", "id-none", "id-iss", "id-aud", "id-exp", "id-no-sub", "id-unsigned", "ui-sub", "rf-sub", "rg-echo", "md-issuer",
            "md-pkce", "md-http", "tk-basic"], "failed"),
        **dict.fromkeys(["cb-iss", "cb-no-iss", "cb-double", "id-aud2", "en-secret", "net-slow"], "warning")},
    "mcp": {
        **dict.fromkeys(["md-http"], "failed"),
        **dict.fromkeys(["cb-double", "en-secret", "rg-redirect"], "warning")},
    "go-oidc": {
        **dict.fromkeys(["id-no-sub", "ui-sub", "rg-echo", "md-http"], "failed"),
        **dict.fromkeys(["cb-iss", "cb-no-iss", "cb-double", "id-aud2", "en-secret", "rg-redirect", "net-slow"], "warning")},
    "authlib-example": dict.fromkeys(["cb-double", "en-secret"], "warning"),
}


def started(folder, **embedded):
    """A phone whose server has an authority already."""
    phone = Phone(folder, embeddedServer={"adminPort": 0, **embedded})
    server = Server(phone)
    server.close()
    phone.authority = server.authority
    return phone


def judge(name, phone, drive, patience=60):
    run, _ = client_test(phone, drive, "--all", patience=patience)
    if folder := os.environ.get("DRIVES_RUNS"):
        (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps(run))
    said = verdicts(run)
    assert said["base-login"][0] == "passed", said["base-login"]
    assert {check: verdict[0] for check, verdict in said.items() if verdict[0] in BAD} == KNOWN[name], said


def browser(phone):
    """A program for `BROWSER`: it signs in, and returns to the client's listener."""
    script = phone.folder / "browser"
    script.write_text(f"""#!/usr/bin/python3
import sys
sys.path.insert(0, {str(HERE)!r})
from person import Person
Person({USER!r}, {PASSWORD!r}, {str(phone.authority)!r}).open(sys.argv[1])
""")
    script.chmod(0o755)
    return script


def only_login(command):
    """A command that logs in and keeps nothing: a restart and a new installation are nothing to it."""
    return ["sh", "-c", f'case $DCR_ACTION in login) exec {command};; restart|forget) exit 0;; esac; exit 64']


def test_authlib(tmp_path, canaille_python):
    judge("authlib", started(tmp_path), [canaille_python, DRIVES / "authlib_drive.py", tmp_path / "authlib.json", USER, PASSWORD])


def test_the_example_in_python(tmp_path, canaille_python):
    phone = started(tmp_path, policies=OPEN)
    client = ROOT / "docs/examples/clients/client.py"
    judge("authlib-example", phone, only_login(f'env BROWSER="{browser(phone)} %s" {canaille_python} {client} "$DCR_ISSUER" "$DCR_CA"'))


def test_go_oidc(tmp_path):
    if not shutil.which("go"):
        missing("there is no go: make test-interop installs it")
    phone = started(tmp_path, policies=OPEN)
    subprocess.run(
        ["go", "build", "-o", tmp_path / "client", ROOT / "docs/examples/clients/client.go"], check=True, stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GO111MODULE": "off", "GOPATH": "/usr/share/gocode"})
    judge("go-oidc", phone, only_login(f'env BROWSER="{browser(phone)}" {tmp_path / "client"} "$DCR_ISSUER" "$DCR_CA"'))


def test_oidc_agent(tmp_path):
    if not shutil.which("oidc-gen"):
        missing("there is no oidc-gen: make test-interop installs it")
    (tmp_path / "agent").mkdir()
    drive = ["/usr/bin/python3", DRIVES / "oidc_agent_drive.py", tmp_path / "agent", USER, PASSWORD, *(free_port() for _ in range(16))]
    phone = started(tmp_path, policies=OPEN)
    try:
        # After a refused redirect it waits for another one.
        judge("oidc-agent", phone, drive)
    finally:
        environment = {"PATH": os.environ["PATH"], "DCR_ACTION": "restart", "DCR_ISSUER": phone.issuer, "DCR_CA": str(phone.authority)}
        subprocess.run(list(map(str, drive)), env=environment, stdin=subprocess.DEVNULL, check=False)


def test_apache(tmp_path, authority):
    if not apache.is_there():
        missing("there is no Apache with mod_auth_openidc: make test-interop installs it")
    phone = started(tmp_path, policies=OPEN)
    with apache.Apache(authority, phone.issuer, phone.authority) as party:
        shutil.copy(authority.pem, party.folder / "authority.pem")
        judge("apache", phone, [
            "/usr/bin/python3", DRIVES / "apache_drive.py", tmp_path / "cookies", party.origin, USER, PASSWORD, party.folder, *party.command])


def test_the_mcp_sdk(tmp_path, authority, canaille_python):
    port = free_port()
    resource = f"https://localhost:{port}/mcp"
    phone = started(tmp_path, resources=[{"resource": resource, "scopes": ["notes"]}], policies={**OPEN, "accessTokens": "jwt"})
    with Peer(tmp_path, canaille_python, HERE / "mcp_resource.py", port, *authority.issue(), phone.issuer, phone.authority):
        judge("mcp", phone, [
            canaille_python, DRIVES / "mcp_drive.py", tmp_path / "mcp.json", resource, f"http://127.0.0.1:{free_port()}/callback", USER, PASSWORD,
            phone.authority, authority.pem])
