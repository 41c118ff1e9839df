"""The administration of the embedded server, driven in Chromium as a person would: with its script and without, on a phone
and on a desktop, light and dark, and with clients whose names are attacks."""
import contextlib
import json
import os
import pathlib
import sqlite3

import pytest

from embedded import PRIVATE_USE, Server
from webclient import Client

ATTACKS = [
    "<script>alert(1)</script>\"'>", "<img src=x onerror=alert(1)>", "</td></table><svg/onload=alert(1)>", "{{t.revoke}}{{{body}}}",
    "\u202eevil\u2066", "a" * 600]
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
PAGES = {
    "clients": "/admin", "templates": "/admin/templates", "users": "/admin/users", "sessions": "/admin/sessions",
    "events": "/admin/events", "exchanges": "/admin/exchanges", "exchange": "/admin/exchanges/1", "faults": "/admin/faults",
    "template": "/admin/templates/mobile-dcr-template-client", "user": "/admin/users/ada", "configured": "/admin/users/jd"}


class Administered(Server):
    """The server with open registration, and a signed-in device of demouser's."""

    def __init__(self, phone):
        self.phone = phone
        phone.write_config({**phone.members, "embeddedServer": {
            "administrator": {"name": "admin", "passwordFile": str(phone.password_file)}, "adminPort": 0, "policies": {"registration": "open"}}})
        super().__init__(phone)
        self.client = Client(self.issuer, self.authority, "nobody", PRIVATE_USE)

    def register(self, name):
        return self.client.register(
            redirect_uris=[PRIVATE_USE], application_type="native", scope="openid profile", client_name=name)["client_id"]

    def sign_in(self):
        """Runs a device's whole flow and leaves it signed in; returns its client id."""
        status, lines, errors = self.phone.flow("--until", "userinfo")
        assert status == 0, errors
        return self.phone_client()

    def phone_client(self):
        return next(row[0] for row in self.sql("select client_id from dynamically_registered_clients where authenticated_user is not null"))

    def sql(self, query, *arguments):
        with contextlib.closing(sqlite3.connect(self.phone.data / "idsvr/idsvr.sqlite", timeout=10)) as database, database:
            return database.execute(query, arguments).fetchall()

    def status(self, client_id):
        return [row[0] for row in self.sql("select status from dynamically_registered_clients where client_id = ?", client_id)]

    def fill(self, count):
        """Adds many clients, as the table has after a long class."""
        self.sql("""
            with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ? - 1)
            insert into dynamically_registered_clients (client_id, authenticated_user, status, created, updated, last_used,
            registration_token_hash, registration_token_expires, metadata)
            select printf('b7e2c1d4-%04x-4a10-9c3e-%012x', n % 65536, n * 7919), iif(n % 3, 'demouser', 'jd'),
            iif(n % 25 = 3, 'revoked', 'active'), 1760000000 + n * 60, 0, 1760000000 + n * 90, randomblob(32), 0,
            json_object('description', json_object('client_name', printf('Haapi demo %d', n))) from numbers""", count)


@pytest.fixture
def server(phone):
    server = Administered(phone)
    yield server
    server.close()


@pytest.fixture
def browser(server, chromium):
    return chromium(server.authority, size=SIZES["desktop"])


@pytest.fixture
def picture(tmp_path):
    """The folder for pictures: a named one for inspection, else the test's own."""
    folder = pathlib.Path(os.environ.get("ADMIN_PICTURES", tmp_path))
    folder.mkdir(exist_ok=True)
    return lambda name: folder / f"{name}.png"


def sign_in(browser, server, path="/admin"):
    browser.open(server.admin.removesuffix("/admin") + path).wait_for("Password")
    browser.fill("username", "admin").fill("password", "Password1").click("Login").wait_for("Sign out")


def go(browser, server, path, text="Sign out"):
    browser.open(server.admin.removesuffix("/admin") + path).wait_for(text)


def press(browser, selector):
    """Clicks an element that its label does not identify."""
    assert browser.value(f"(e => e && (e.click(), true))(document.querySelector({json.dumps(selector)}))"), selector


def key(browser, name, code):
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", {"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code})


def tab_stops(browser, count):
    """The elements that the keyboard reaches, in order; each must show its focus."""
    stops = []
    for _ in range(count):
        key(browser, "Tab", 9)
        stops.append(browser.value("(e => (e.name || e.innerText || e.id).trim())(document.activeElement)"))
        assert browser.value("getComputedStyle(document.activeElement).outlineStyle") != "none", stops
    return stops


def choose(browser, name, value):
    browser.value(f"""(e => {{ e.value = {json.dumps(value)}; e.dispatchEvent(new Event("input", {{bubbles: true}})) }})
        (document.getElementsByName({json.dumps(name)})[0])""")


def rows(browser):
    return browser.value("document.querySelectorAll('tbody tr').length")


def wait(browser, expression, what=None):
    browser.wait_until(lambda: browser.value(expression), what or expression)


def settled(browser, text):
    """Waits, after a form was sent, for the page that states the result."""
    wait(browser, f"document.readyState === 'complete' && document.body.innerText.includes({json.dumps(text)})", text)


def nothing_ran(browser):
    assert not [name for name, _ in browser.events if name == "Page.javascriptDialogOpening"], "a dialog of an attack"


def without_script(browser):
    browser.call("Network.setBlockedURLs", {"urls": ["*/assets/admin.js"]})


def complaints(browser):
    return [line for line in browser.complaints() if "admin.js" not in line or "BLOCKED" not in line]


def device(browser, size, scheme):
    width, height = SIZES[size]
    browser.call("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
    browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def add_user(server, name="ada"):
    file = server.phone.folder / "new-password"
    file.write_text("correct horse\n")
    status, _, errors = server.phone.command(
        "users add", name, "--given-name", "Ada", "--family-name", "Byron", "--email", "ada@example.com",
        "--roles", "Manager,IC", "--password-file", str(file))
    assert status == 0, errors


def test_every_page_fits_a_phone_and_a_desktop(server, browser, picture):
    client = server.sign_in()
    add_user(server)
    for name in ATTACKS[:2]:
        server.register(name)
    server.fill(30)
    sign_in(browser, server)
    backgrounds = {"light": set(), "dark": set()}
    for name, path in {**PAGES, "client": f"/admin/clients/{client}"}.items():
        go(browser, server, path)
        for size in SIZES:
            for scheme, seen in backgrounds.items():
                device(browser, size, scheme)
                browser.screenshot(picture(f"{name}-{size}-{scheme}"), SIZES[size])
                seen.add(browser.value("getComputedStyle(document.body).backgroundColor"))
            fits(browser, f"{name} on a {size}")
    assert [len(seen) for seen in backgrounds.values()] == [1, 1] and backgrounds["light"] != backgrounds["dark"]
    assert complaints(browser) == []
    nothing_ran(browser)


def fits(browser, where):
    assert browser.value("document.scrollingElement.scrollWidth <= innerWidth"), f"too wide: {where}"
    crowded = browser.value("""JSON.stringify([...document.querySelectorAll(".panel.table, td, tbody th")]
        .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className + " " + e.innerText.slice(0, 40)))""")
    assert crowded == "[]", f"{where}: {crowded}"
    # Every input has a label, and everything clickable has a sufficient size.
    assert browser.value("""[...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
        .every(e => e.labels.length || e.closest("[hidden]"))"""), where
    small = browser.value("""JSON.stringify([...document.querySelectorAll("button, a.button, nav a")]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < (innerWidth < 600 ? 36 : 28))
        .map(e => e.innerText))""")
    assert small == "[]", f"{where}: {small}"


def test_a_person_with_script(server, browser, picture):
    client = server.sign_in()
    server.fill(10_000)
    device(browser, "desktop", "light")
    sign_in(browser, server, "/admin/users/jd")
    assert browser.url().endswith("/admin/users/jd"), "after signing in comes what was asked for"
    go(browser, server, "/admin", "10,001 clients")
    assert rows(browser) == 50
    stops = tab_stops(browser, 18)
    assert stops[:10] == [
        "Skip to the content", "Identity server", "Clients", "Templates", "Users", "Sessions", "Events", "Exchanges",
        "Faults", "Sign out"]
    assert stops[10:17] == ["q", "status", "owner", "template", "order", "Apply", "Reset"] and stops[17] == "Curity DCR Demo App (phone)"

    # Filtering while typing; the address follows.
    browser.fill("q", "Haapi demo 42").wait_until(lambda: "111 clients" in browser.text(), "the filtered list")
    wait(browser, "location.search.includes('q=Haapi')")
    choose(browser, "status", "revoked")
    browser.wait_until(lambda: rows(browser) == 5, "fewer rows")
    choose(browser, "order", "name")
    wait(browser, "document.querySelector('tbody th a').innerText === 'Haapi demo 4203' || document.querySelector('tbody th a').innerText === 'Haapi demo 4228'")
    browser.screenshot(picture("filtered"), SIZES["desktop"])
    browser.click("Reset").wait_until(lambda: "10,001 clients" in browser.text(), "all of them")
    first = browser.value("document.querySelector('tbody code').innerText")
    browser.click("Next page")
    wait(browser, f"document.querySelector('tbody code').innerText !== {json.dumps(first)} && document.readyState === 'complete'")
    assert rows(browser) == 50

    # Revoking asks first, and Escape means no.
    go(browser, server, f"/admin?q={client}", "1 client")
    browser.click("Revoke")
    wait(browser, "!!document.querySelector('dialog[open]')")
    browser.screenshot(picture("dialog"), SIZES["desktop"])
    key(browser, "Escape", 27)
    wait(browser, "!document.querySelector('dialog')")
    assert server.status(client) == ["active"]
    browser.click("Revoke")
    wait(browser, "!!document.querySelector('dialog[open]')")
    press(browser, "dialog .danger")
    settled(browser, "The client is revoked.")
    assert server.status(client) == ["revoked"] and f"q={client}" in browser.url(), "back at the same list"
    browser.screenshot(picture("revoked"), SIZES["desktop"])
    browser.click("Activate")
    settled(browser, "The client is active again.")
    assert server.status(client) == ["active"]

    # A revocation by SQL shows at the next look.
    server.sql("update dynamically_registered_clients set status = 'revoked' where client_id = ?", client)
    go(browser, server, f"/admin/clients/{client}", "revoked")
    browser.click("Delete")
    wait(browser, "!!document.querySelector('dialog[open]')")
    press(browser, "dialog .danger")
    settled(browser, "The client is deleted.")
    assert server.status(client) == []

    # The session of the device.
    go(browser, server, "/admin/sessions", "demouser")
    browser.click("End and revoke grants")
    wait(browser, "!!document.querySelector('dialog[open]')")
    press(browser, "dialog .danger")
    settled(browser, "its grants are revoked")
    assert server.sql("select count(*) from sso_sessions") == [(0,)]

    # Events come without a reload.
    go(browser, server, "/admin/events", "Live")
    before = rows(browser)
    new = server.register(ATTACKS[0])
    browser.wait_until(lambda: rows(browser) > before, "a new event")
    assert "client registered" in browser.text()
    browser.screenshot(picture("events-live"), SIZES["desktop"])
    browser.value("(e => { e.value = 'client registered'; e.dispatchEvent(new Event('input')) })(document.getElementById('show'))")
    wait(browser, "[...document.querySelectorAll('#events tr')].filter(e => !e.hidden).length < document.querySelectorAll('#events tr').length")
    browser.click("Pause")
    wait(browser, "document.getElementById('pause').innerText === 'Go on'")
    assert server.status(new) == ["active"]

    # So do exchanges, with a filter; each leads to its messages.
    go(browser, server, f"/admin/exchanges?client={new}", "Live")
    before = rows(browser)
    with contextlib.suppress(AssertionError):
        server.client.ask(f"{server.client.metadata['registration_endpoint']}/{new}")
    browser.wait_until(lambda: rows(browser) > before, "a new exchange")
    press(browser, "#events tr.new a")
    settled(browser, "WWW-Authenticate")

    # After signing out nothing remains.
    browser.click("Sign out").wait_for("Password")
    assert complaints(browser) == []
    nothing_ran(browser)


def test_a_person_without_script(server, browser, picture):
    client = server.sign_in()
    device(browser, "phone", "dark")
    without_script(browser)
    sign_in(browser, server)
    assert browser.value("document.scripts.length") == 1 and browser.value("typeof element") == "undefined", "its script does not run"

    browser.fill("q", client).click("Apply")
    wait(browser, "location.search.includes('q=') && document.readyState === 'complete'")
    assert rows(browser) == 1
    for button, done, status in [
            ("Revoke", "The client is revoked.", ["revoked"]), ("Activate", "The client is active again.", ["active"])]:
        browser.click(button)
        if button == "Revoke":
            settled(browser, "Its codes and tokens die")
            browser.screenshot(picture("confirmation-phone"), SIZES["phone"])
            browser.click("Cancel")
            wait(browser, "location.search.includes('q=') && !!document.querySelector('tbody') && document.readyState === 'complete'")
            assert server.status(client) == ["active"]
            browser.click("Revoke")
            settled(browser, "Its codes and tokens die")
            browser.click("Revoke")
        settled(browser, done)
        assert server.status(client) == status

    # A user: added, refused a second time, changed, deactivated, deleted.
    go(browser, server, "/admin/users")
    press(browser, "summary")
    for name, value in [("name", "ada"), ("password", "correct horse"), ("given_name", "Ada"), ("roles", "Manager")]:
        browser.fill(name, value)
    browser.click("New user")
    settled(browser, "The user was added")
    press(browser, "summary")
    for name, value in [("name", "ada"), ("password", "correct horse"), ("given_name", ATTACKS[0])]:
        browser.fill(name, value)
    browser.events.clear()
    browser.click("New user")
    settled(browser, "there is a user ada already")
    assert browser.value("document.getElementsByName('given_name')[0].value") == ATTACKS[0]
    browser.screenshot(picture("refused-phone"), SIZES["phone"])
    browser.events.clear()
    go(browser, server, "/admin/users/ada")
    browser.fill("given_name", ATTACKS[0]).click("Save profile")
    settled(browser, "The profile is saved.")
    go(browser, server, "/admin/users", ATTACKS[0])
    go(browser, server, "/admin/users/ada")
    browser.click("Deactivate")
    settled(browser, "Sessions and tokens end")
    browser.click("Deactivate")
    settled(browser, "The user is deactivated.")
    browser.click("Delete")
    settled(browser, "revoked for good")
    browser.click("Delete")
    settled(browser, "The user is deleted.")
    assert server.sql("select count(*) from users where user_name = 'ada'") == [(0,)]

    # A template: valid input is saved; an error is shown.
    go(browser, server, "/admin/templates/mobile-dcr-template-client")
    text = browser.value("document.querySelector('textarea').value")
    browser.value("document.querySelector('textarea').value = %s" % json.dumps(text.replace("io.curity.dcrclient:/callback", "javascript:alert(1)")))
    browser.click("Save for all instances")
    settled(browser, "The template cannot be saved")
    browser.events.clear()
    browser.value("document.querySelector('textarea').value = %s" % json.dumps(text.replace('"mobile-dcr-template-client"', '"Renamed"')))
    browser.click("Save for all instances")
    settled(browser, "The template is saved.")
    assert server.sql("select json_extract(metadata, '$.description.client_name') from configured_clients where kind = 'template'") == [("Renamed",)]

    # The events are listed, and a reload shows new ones.
    go(browser, server, "/admin/events", "template changed")
    assert browser.value("document.getElementById('pause').hidden")
    server.register("another")
    browser.click("Reload")
    settled(browser, "client registered")

    go(browser, server, "/admin/sessions", "demouser")
    browser.click("End session")
    settled(browser, "asks for the password")
    browser.click("End session")
    settled(browser, "The session has ended.")
    browser.click("Sign out").wait_for("Password")
    assert complaints(browser) == []
    nothing_ran(browser)


def test_names_that_are_attacks_stand_there_as_text(server, browser, picture):
    ids = [server.register("A client") for _ in ATTACKS]
    # Not all these names can be registered, but anyone with write access to the database could store them.
    for client, name in zip(ids, ATTACKS):
        server.sql(
            "update dynamically_registered_clients set metadata = json_set(metadata, '$.description.client_name', ?) where client_id = ?",
            name, client)
    attack = ATTACKS[0]
    server.sql("update dynamically_registered_clients set authenticated_user = ? where client_id = ?", attack, ids[1])
    server.sql("update dynamically_registered_clients set status = ? where client_id = ?", attack, ids[2])
    device(browser, "desktop", "light")
    sign_in(browser, server)
    for name in ATTACKS[:4]:
        assert name in browser.text(), name
    assert "\ufffdevil\ufffd" in browser.text() and "\u202e" not in browser.text(), "nothing turns the direction around"
    assert browser.text().count(attack) >= 3, "as name, as user and as status"
    browser.screenshot(picture("attacks"), SIZES["desktop"])
    assert browser.value("document.scrollingElement.scrollWidth <= innerWidth"), "a long name widens nothing"
    for client in ids:
        go(browser, server, f"/admin/clients/{client}")
    go(browser, server, f"/admin/clients/{ids[0]}", attack)
    browser.click("Delete")
    wait(browser, "!!document.querySelector('dialog[open]')")
    assert attack in browser.text()
    # An address and its parameters may be attacks, too.
    for path in ("/admin?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/admin?done=%3Cscript%3E", "/admin/users/%3Cscript%3E",
                 "/admin/sessions?user=%3Cimg%20src=x%20onerror=alert(1)%3E"):
        browser.open(server.admin.removesuffix("/admin") + path).wait_for("Sign out")
    for kind in ("clients", "users", "templates"):
        go(browser, server, f"/admin/{kind}/" + "a" * 300, "aaa")
        assert browser.value("document.scrollingElement.scrollWidth <= innerWidth"), f"a long name in the address of {kind} widens nothing"
    with contextlib.suppress(AssertionError):
        server.client.ask(server.issuer + "/%3Cimg%20src=x%20onerror=alert(1)%3E")
    go(browser, server, "/admin/events", "onerror")
    with contextlib.suppress(AssertionError):
        server.client.ask(server.issuer + "/%3Cimg%20src=y%20onerror=alert(1)%3E")
    browser.wait_until(lambda: "src=y" in browser.text(), "the live event")
    assert browser.value("document.querySelectorAll('main img, main script, main svg').length") == 0
    nothing_ran(browser)
    # The only complaint is that a user of that name does not exist.
    assert [line for line in complaints(browser) if "404" not in line] == []
