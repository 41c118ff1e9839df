"""The login in another browser (RFC 8628): the app has none, and the test plays the user with another device."""
import http.cookiejar
import json
import re
import ssl
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest
from phone import APP, PASSWORD, START_AUTHENTICATION, START_REGISTRATION, USER, Phone
from session import PATIENCE

QUICK = {"adminPort": 0, "lifetimes": {"deviceInterval": 1}}
WAITING = "type this code"
DONE = "The device is connected"


class OtherDevice:
    """A browser with its own cookies, which knows only the address that it is given."""

    def __init__(self, phone):
        self.context = ssl.create_default_context(cafile=phone.data / "idsvr/tls/ca.pem")
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=self.context),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.pages = []

    def open(self, url, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        headers = {"Origin": "/".join(url.split("/")[:3])} if data else {}
        with self.opener.open(urllib.request.Request(url, data=data, headers=headers), timeout=PATIENCE) as answer:
            return url, answer.read().decode()

    def submit(self, page, **fields):
        url, text = page
        action = re.search(r'<form[^>]*action="([^"]*)"', text).group(1)
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text))
        return self.open(urllib.parse.urljoin(url, action), {**hidden, **fields})

    def decide(self, url, code, decision="allow"):
        """From the address to the decision; before that the page shows the code again."""
        page = self.submit(self.open(url), user_code=code)
        if 'name="password"' in page[1]:
            page = self.submit(page, username=USER, password=PASSWORD)
        assert code in page[1]
        return self.submit(page, decision=decision)[1]


@pytest.fixture
def elsewhere(tmp_path):
    phones = []

    def make(**members):
        phones.append(Phone(tmp_path, **{"embeddedServer": QUICK, **members}))
        return phones[-1]
    yield make
    for phone in phones:
        phone.close()


@pytest.fixture
def flow(request):
    """A running flow, and each of its lines as it comes."""
    def start(phone, *arguments, decide="allow"):
        environment = {name: value for name, value in phone.environment(None).items() if value is not None}
        process = subprocess.Popen(
            [APP, "flow", "--json", *phone.options(), *arguments], env=environment, cwd=phone.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        request.addfinalizer(process.kill)
        watch = threading.Timer(4 * PATIENCE, process.kill)
        watch.start()
        lines, device = [], None
        for line in process.stdout:
            lines.append(json.loads(line))
            if waiting := lines[-1].get("waiting"):
                # The same person throughout: the second login finds the session.
                device = device or OtherDevice(phone)
                device.decide(waiting["verification_uri"], waiting["user_code"], decide)
        errors = process.stderr.read()
        watch.cancel()
        return process.wait(PATIENCE), lines, errors
    return start


def test_the_whole_flow(elsewhere, flow):
    phone = elsewhere()
    status, lines, errors = flow(phone, "--browser", "device-code")
    assert status == 0, errors
    steps = [line["step"] for line in lines if "ok" in line]
    assert steps == [
        "discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh",
        "logout"]
    assert all(line["ok"] for line in lines if "ok" in line)
    waits = [line for line in lines if "waiting" in line]
    assert [line["step"] for line in waits] == ["registration-login", "login"]
    for line in waits:
        waiting = line["waiting"]
        assert re.fullmatch(r"[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", waiting["user_code"])
        assert waiting["verification_uri"] == f"https://localhost:{phone.port}/device"
        # A person reads it on standard error.
        assert f"open {waiting['verification_uri']}" in errors and waiting["user_code"] in errors
    # The device code is a secret.
    assert "device_code" in json.dumps(lines) and not re.search(r'"device_code": "[A-Za-z0-9_-]{43}"', json.dumps(lines))
    logout = next(line for line in lines if line.get("step") == "logout")
    assert logout["detail"] == {"confirmed": False}


def test_the_user_says_no(elsewhere, flow):
    status, lines, errors = flow(elsewhere(userAgent="device-code"), decide="deny")
    assert status == 77
    assert lines[-1]["error"] == "access_denied"
    assert errors.count("hint:") == 1


def test_nobody_comes_in_time(elsewhere, flow):
    phone = elsewhere(embeddedServer={"adminPort": 0, "lifetimes": {"deviceInterval": 1, "deviceCode": 2}})
    status, output, errors = phone.command("flow", "--json", "--browser", "device-code")
    assert status == 75
    assert json.loads(output.splitlines()[-1])["error"] == "expired_token"


def decoded(terminal, folder):
    """What a camera reads from the screen: half blocks are two modules high, and a blank on a dark background is two dark modules."""
    dark = {"▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[terminal.cell(x, y) for x in range(terminal.screen.columns)] for y in range(terminal.screen.lines)]
    inks = {cell.fg for row in rows for cell in row if cell.data in dark}
    pixels = []
    for row in rows:
        cells = [(1, 1) if cell.data == " " and cell.bg in inks else dark.get(cell.data, (0, 0)) for cell in row]
        pixels += [[cell[half] for cell in cells] for half in (0, 1)]
    scale = 8
    width, height = len(pixels[0]) * scale, len(pixels) * scale
    picture = bytearray()
    for row in pixels:
        line = b"".join((b"\x00" if pixel else b"\xff") * scale for pixel in row)
        picture += line * scale
    file = folder / "screen.pgm"
    file.write_bytes(b"P5 %d %d 255\n" % (width, height) + bytes(picture))
    result = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file], stdout=subprocess.PIPE, text=True)
    return result.stdout.strip()


@pytest.mark.parametrize("size", [(110, 30), (80, 24)], ids=["110x30", "80x24"])
def test_the_screen_shows_code_and_picture(elsewhere, size):
    phone = elsewhere(browser="device-code")
    terminal = phone.start(size=size)
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(f"https://localhost:{phone.port}/device", re.compile(r"[B-Z]{4}-[B-Z]{4}"))
    code = re.search(r"\b([B-Z]{4}-[B-Z]{4})\b", terminal.text()).group(1)
    link = decoded(terminal, phone.folder)
    assert link == f"https://localhost:{phone.port}/device?user_code={code}"
    device = OtherDevice(phone)
    assert DONE in device.decide(link, code)
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    terminal.wait_for(f"https://localhost:{phone.port}/device", re.compile(r"[B-Z]{4}-[B-Z]{4}"))
    code = re.search(r"\b([B-Z]{4}-[B-Z]{4})\b", terminal.text()).group(1)
    assert DONE in device.decide(f"https://localhost:{phone.port}/device", code)
    terminal.wait_for("Sign Out")


def test_cancel_leads_back(elsewhere):
    terminal = elsewhere(browser="device-code").start()
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(WAITING).press("escape")
    terminal.wait_for(START_REGISTRATION)


@pytest.mark.parametrize("members, other", [
    ({"applicationServer": "https://shop.example/application"}, "applicationServer"),
    ({"clientAuthentication": "private-key", "userPresence": True}, "userPresence")])
def test_what_does_not_go_together(elsewhere, members, other):
    phone = elsewhere(userAgent="device-code", **members)
    status, _, errors = phone.command("flow", "--until", "discovery")
    assert status == 65 and "userAgent" in errors and other in errors


def test_two_names_of_one_member(elsewhere):
    status, _, errors = elsewhere(userAgent="device-code", browser="in-app").command("flow", "--until", "discovery")
    assert status == 65 and "userAgent" in errors and "browser" in errors


def test_plain_lines_say_code_and_address(elsewhere):
    phone = elsewhere(browser="device-code")
    terminal = phone.start("--plain")
    terminal.wait_for(START_REGISTRATION).type("1\r")
    terminal.wait_for(f"https://localhost:{phone.port}/device", re.compile(r"[B-Z]{4}-[B-Z]{4}"))
