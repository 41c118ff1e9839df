"""Text from a client, a link or a form must stay text on the pages: tested in a real browser."""
from urllib.parse import quote

import pytest
from embedded import PRIVATE_USE
from phone import PASSWORD, USER
from webclient import Client

MARKUP = [
    "<script>document.title='owned'</script>",
    "\"'><img src=x onerror=\"document.title='owned'\">",
    "</title></textarea></style><svg onload=document.title='owned'>",
    "{{#clientName}}{{{form}}}{{/clientName}}",
]
FOREIGN = "document.querySelectorAll('script, img, iframe, object, embed, base, [onerror], [onload]').length"


def untouched(browser, text=None):
    assert browser.value("document.title") not in (None, "", "owned")
    assert browser.value(FOREIGN) == 0, browser.value("document.documentElement.outerHTML")
    if text is not None:
        assert text in browser.text()
    assert browser.complaints() == []


def client_named(name, browser, server):
    """A client with that name, registered with the token of a login in this browser."""
    static = server.static_client()
    browser.open(static.authorization_url("dcr", prompt="login")).wait_for("Password")
    browser.fill("username", USER).fill("password", PASSWORD).click("Login")
    token = static.tokens(static.judge(browser.redirect(PRIVATE_USE))["code"])["access_token"]
    answer = static.register(
        token, redirect_uris=[PRIVATE_USE], application_type="native", scope="openid profile", client_name=name)
    browser.events.clear()
    return Client(server.issuer, server.authority, answer["client_id"], PRIVATE_USE, answer["client_secret"])


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_in_names_and_fields_stays_text(browser, server, markup):
    client = client_named(markup, browser, server)
    browser.open(client.authorization_url("openid profile", prompt="login", login_hint=markup)).wait_for("Password")
    untouched(browser, markup)
    assert browser.value("document.getElementsByName('username')[0].value") == markup
    browser.fill("username", markup + "x").fill("password", "wrong").click("Login").wait_for("Please try again")
    untouched(browser, markup)
    assert browser.value("document.getElementsByName('username')[0].value") == markup + "x"
    browser.open(client.authorization_url("openid profile", prompt="consent")).wait_for("Allow access?")
    untouched(browser, markup)


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_in_links_stays_out_of_error_pages(browser, server, markup):
    good = server.static_client().authorization_url("dcr")
    base = good.split("?")[0]
    for url in [
        f"{base}?client_id={quote(markup)}&response_type=code",
        f"{base}?client_id=mobile-dcr-client&response_type=code&redirect_uri={quote(markup)}",
        f"{base.rsplit('/oauth', 1)[0]}/{quote(markup)}?{quote(markup)}",
        f"{base.replace('oauth-authorize', 'oauth-session/logout')}?post_logout_redirect_uri={quote(markup)}&state={quote(markup)}",
    ]:
        browser.open(url).wait_for("DCR Terminal identity server")
        assert browser.value("document.title") not in (None, "", "owned")
        assert browser.value(FOREIGN) == 0, url
        assert not browser.url().startswith("javascript:")
