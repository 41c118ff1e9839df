"""A test of a client, started and followed on the administrator's page in Chromium: with its script and without. The client is this product's app."""
import json

from test_admin_page import browser, complaints, device, press, server, sign_in, settled, wait, without_script

assert browser and server  # Fixtures.
PAGE = "/admin/clients/{}/test"


def says(browser, text):
    wait(browser, f"document.getElementById('test-now')?.innerText.includes({json.dumps(text)})", text)


def login(server):
    status, _, errors = server.phone.flow("--until", "userinfo")
    assert status == 0, errors


def report(browser):
    """What the link to the report gives."""
    address = browser.value("[...document.querySelectorAll('a')].find(e => e.href.endsWith('/report.json')).href")
    browser.value(f"fetch({json.dumps(address)}).then(e => e.text()).then(e => {{ window.found = e }}), true")
    wait(browser, "!!window.found", "the report")
    return json.loads(browser.value("window.found"))


def test_the_page_says_what_to_do_and_goes_on_by_itself(server, browser):
    client = server.sign_in()
    sign_in(browser, server, PAGE.format(client))
    browser.click("Start the test")
    settled(browser, "The test has begun.")
    says(browser, "Sign in with your app.")
    wait(browser, "Number(document.getElementById('test-seconds').innerText) < 178", "the seconds run")
    login(server)
    says(browser, "Use your app, so that it calls the API")
    press(browser, "#test-cannot")
    says(browser, "until it renews its access token")
    press(browser, "#test-cannot")
    # What cannot be seen is asked for together with the login after it.
    says(browser, "End your app and start it again.")
    says(browser, "Sign in with your app.")
    for size in ("phone", "desktop"):
        device(browser, size, "light")
        assert browser.value("document.scrollingElement.scrollWidth <= innerWidth"), f"too wide on a {size}"
    press(browser, "#test-stop")
    settled(browser, "The test is being stopped.")
    says(browser, "The test was stopped.")
    run = report(browser)
    assert (run["kind"], run["ended"], run["subject"]["client"]) == ("client-test", None, client)
    assert "Start the test" in browser.text()
    assert complaints(browser) == []


def test_the_page_works_without_its_script(server, browser):
    client = server.sign_in()
    without_script(browser)
    sign_in(browser, server, PAGE.format(client))
    browser.click("Start the test")
    settled(browser, "The test has begun.")

    def reload_until(text):
        def shown():
            if text in browser.text():
                return True
            # A second reload before the first has ended would cancel what is pressed next.
            browser.value("(window.isOld = true)")
            press(browser, "#test-reload")
            wait(browser, "!window.isOld && document.readyState === 'complete' && !!document.getElementById('test-reload')")
            return False
        browser.wait_until(shown, text)

    reload_until("Sign in with your app.")
    login(server)
    reload_until("Use your app, so that it calls the API")
    browser.value("(window.isOld = true)")
    browser.click("It cannot")
    wait(browser, "!window.isOld && document.readyState === 'complete' && !!document.getElementById('test-reload')")
    reload_until("until it renews its access token")
    browser.click("Stop the test")
    settled(browser, "The test is being stopped.")
    page = browser.url().split("?")[0]
    browser.wait_until(
        lambda: "The test was stopped." in browser.open(page).wait_for("Test this client").text(), "the end of the test")


def test_two_clients_are_tested_at_once(server, browser):
    first = server.sign_in()
    second = server.register("Another app")
    for client in (second, first):
        if client == second:
            sign_in(browser, server, PAGE.format(client))
        else:
            browser.open(server.admin.removesuffix("/admin") + PAGE.format(client)).wait_for("Start the test")
        browser.click("Start the test")
        settled(browser, "The test has begun.")
        says(browser, "Sign in with your app.")
    login(server)
    says(browser, "Use your app, so that it calls the API")
    # The login of one is not the other's.
    browser.open(server.admin.removesuffix("/admin") + PAGE.format(second)).wait_for("Sign in with your app.")
    says(browser, "Sign in with your app.")
