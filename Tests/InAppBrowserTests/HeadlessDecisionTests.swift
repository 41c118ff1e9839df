import SharedValues
import TestValues
import Testing

@testable import InAppBrowser

/// The headless browser's decisions about pages, without a server.
@Suite struct HeadlessDecisionTests {
  private func entries(
    _ html: String, tried: [LoginForm] = [], for errand: Errand = .logIn(scopes: [])
  ) -> String? {
    let page = page(html)
    guard
      case .submit(let form, let button, let values, _) = HeadlessDecision.decide(page, .sample(errand), tried: tried)
    else { return nil }
    return URLEncodedForm.encode(FormSubmission.entries(of: form, button: button, page: page, values: values))
  }

  private func error(
    _ html: String, status: Int = 200, tried: [LoginForm] = [], for errand: Errand = .logIn(scopes: [])
  ) -> String? {
    guard case .failed(let error) = HeadlessDecision.decide(page(html, status: status), .sample(errand), tried: tried)
    else { return nil }
    return error.code.rawValue
  }

  @Test(arguments: [
    (
      "<form method=post><input name=username><input type=password name=pw><button name=b value=1>Login</button></form>",
      "username=demo&pw=topsecret&b=1"
    ),
    ("<form method=post><input name=f1><input type=password name=f2></form>", "f1=demo&f2=topsecret"),
    ("<form method=post><input type=email name=x></form>", "x=demo"),
    (
      "<form method=post><button name=c>Cancel</button><input name=login><input type=password name=p><button name=d>Log In</button></form>",
      "login=demo&p=topsecret&d="
    ),
    ("<form method=post><input name=identifier></form>", "identifier=demo"),
    ("<form method=post><input type=password name=p></form>", "p=topsecret"),
    (
      "<form method=post><input name=user value=demo readonly><input type=password name=p></form>",
      "user=demo&p=topsecret"
    ),
    (
      "<form action=/search><input name=q></form><form method=post><input name=login><input type=password name=p></form>",
      "login=demo&p=topsecret"
    ),
    (
      "<form method=post><input type=hidden name=csrf value=1><input name=login><input type=checkbox name=keep><input type=password name=p></form>",
      "csrf=1&login=demo&p=topsecret"
    ),
    // Buttons of other logins before the form's own (Kratos).
    (
      "<form method=post><button name=provider value=github>Sign in with GitHub</button><input name=identifier><input type=password name=password><button name=method value=password>Sign in</button></form>",
      "identifier=demo&password=topsecret&method=password"
    ),
    (
      "<form method=post><input name=user><input type=password name=p><button name=a value=1>Sign up</button><button name=a value=2>Sign in with password</button></form>",
      "user=demo&p=topsecret&a=2"
    ),
  ])
  func `logins are filled in`(html: String, sent: String) {
    #expect(entries(html) == sent)
  }

  @Test(arguments: [
    ("<form><button name=d value=deny>Deny</button><button name=d value=allow>Allow</button></form>", "d=allow"),
    (
      "<form><input type=submit name=no value=Cancel><input type=submit name=yes value='Accept and go on'></form>",
      "yes=Accept+and+go+on"
    ),
    ("<form><button>Weiter</button></form>", ""),
    (
      "<form><button name=answer value=deny>Decline</button><button name=answer value=logout>Switch user</button><button name=answer value=accept>Accept</button></form>",
      "answer=accept"
    ),
    ("<form method=post><input type=hidden name=code value=1></form>", "code=1"),
    (
      "<form><label><input type=checkbox name=terms required> I agree</label><button name=b>Continue</button></form>",
      "terms=on&b="
    ),
    ("<form><button name=a>Something</button></form>", "a="),
    ("<form action=/search><input name=q></form><form method=post><button name=a>Allow</button></form>", "a="),
    // Duende's page has a field that may stay empty.
    (
      "<form method=post><input type=hidden name=r value=1><input name=Description><button name=b value=no>No, Do Not Allow</button><button name=b value=yes>Yes, Allow</button></form>",
      "r=1&Description=&b=yes"
    ),
    // Zitadel offers a second factor after each login.
    (
      "<form method=post><input type=radio name=provider value=0 required><button name=skip value=true formnovalidate>skip</button><button>next</button></form>",
      "skip=true"
    ),
  ])
  func `consent is given`(html: String, sent: String) {
    #expect(entries(html) == sent)
  }

  @Test(arguments: [
    "<form><input name=otp><button>Verify</button></form>",
    "<form><input name=code required><button>Go on</button></form>",
    "<form><button>Cancel</button></form>", "<form><button>Red</button><button>Blue</button></form>",
    "<form><input name=username><input type=password name=a><input type=password name=b></form>",
    "<form><input name=user><input type=password name=p><input name=favourite required></form>",
    "<form><input name=q><button>Search</button></form>",
    // Keycloak's page for a profile, which is no login, and codes beside a yes and a no.
    "<form method=post><input type=email name=email required><input name=firstName><button>Submit</button></form>",
    "<form method=post><input name=user_code><button>Allow</button><button>Deny</button></form>",
    "<form method=post><input name=device required><button>Allow</button><button>Deny</button></form>",
    "<form><button>No</button></form>",
    // Keycloak's one-time code with another way, and Auth0's captcha with another login.
    "<form method=post><input name=otp><button>Sign In</button></form><form method=post><input type=hidden name=tryAnotherWay value=on></form>",
    "<form method=post><input name=user><input name=captcha required></form><form method=post><button>Continue with G</button></form>",
  ])
  func `unknown pages are left alone`(html: String) {
    #expect(error(html) == "browser_stuck")
  }

  @Test func `a page that asks for nothing is the end, with what it says`() {
    let done = page("<title>Connected</title><p>You can close this page.</p><a href=/>Help</a>")
    let error = HeadlessDecision.stuck(done, .sample())
    #expect(error.code == .own(.noWayOn) && error.exitCode == 13)
    #expect(error.values["description"] == "Connected: You can close this page.")
    #expect(HeadlessDecision.stuck(done, .sample(.signOut)).exitCode == 11)
  }

  @Test(arguments: [
    ("?user_code=WDJB-MJHT", "WDJB-MJHT", true), ("?user_code=WDJB%2DMJHT&a=b", "WDJB-MJHT", true),
    ("?user_code=BCDF-GHJK", "WDJB-MJHT", false), ("?code=WDJB-MJHT", "WDJB-MJHT", false), ("", "WDJB-MJHT", false),
    ("?user_code=", "", false),
  ])
  func `a field that the address has filled in is no question`(query: String, value: String, isSent: Bool) {
    let html = "<form method=post><input name=user_code value='\(value)' required><button>Continue</button></form>"
    let page = page(html, url: "https://id.example/device" + query)
    let decision = HeadlessDecision.decide(page, .sample(), tried: [])
    if case .submit(_, _, let values, nil) = decision {
      #expect(isSent)
      #expect(
        URLEncodedForm.encode(FormSubmission.entries(of: 0, button: nil, page: page, values: values))
          == "user_code=" + value)
    } else {
      #expect(!isSent)
    }
  }

  /// An address is visible on the screen, so no password is taken from it.
  @Test func `no password is taken from an address`() throws {
    let html =
      "<form method=post><input type=password name=a value=x><input type=password name=b value=x><button>OK</button></form>"
    let page = page(html, url: "https://id.example/p?a=x&b=x")
    guard case .failed = HeadlessDecision.decide(page, .sample(), tried: []) else { throw Unexpected("sent") }
  }

  @Test func `it names what it saw, never values`() {
    let page = page(
      "<title>Second factor</title><form><label for=o>One-time code</label><input id=o name=otp value=123456><button>Verify</button></form>"
    )
    let stuck = HeadlessDecision.stuck(page, .sample())
    let sight = stuck.values["detail"] ?? ""
    for word in ["Second factor", "One-time code", "Verify"] { #expect(sight.contains(word)) }
    #expect(!sight.contains("123456"))
  }

  private let login = "<form method=post><input name=user><input type=password name=p></form>"

  private func afterLogin(_ html: String) -> LoginForm? { LoginForm(page(html), afterLogin: false) }

  @Test func `the same form with a message is a refusal`() throws {
    let tried = [try #require(afterLogin(login))]
    let again = page("<p role=alert>Wrong  password</p>" + login)
    guard case .refused(let message) = HeadlessDecision.decide(again, .sample(), tried: tried) else {
      throw Unexpected("not refused")
    }
    #expect(message == "Wrong password")
  }

  @Test func `the same form with an error status is a refusal too`() throws {
    let tried = [try #require(afterLogin(login))]
    let again = page(login, status: 429)
    guard case .refused = HeadlessDecision.decide(again, .sample(), tried: tried) else {
      throw Unexpected("not refused")
    }
  }

  @Test func `an alert that stood there before the login is no answer to it`() throws {
    let tried = [try #require(afterLogin(login))]
    let standing = "<p class=error>This site needs cookies</p>"
    func decide(_ html: String) -> HeadlessDecision {
      HeadlessDecision.decide(page(html), .sample(), tried: tried, known: ["This site needs cookies"])
    }
    if case .refused = decide(standing + login) { Issue.record("taken for a refusal") }
    guard case .refused("Wrong password") = decide(standing + "<p role=alert>Wrong password</p>" + login) else {
      throw Unexpected("not refused, or with another reason")
    }
  }

  @Test func `without a message it tries only once more`() throws {
    let login = "<form method=post><input name=user><input type=password name=p><button>Sign in</button></form>"
    let tried = try #require(afterLogin(login))
    #expect(entries(login, tried: [tried]) == "user=demo&p=topsecret")
    guard case .failed(let error) = HeadlessDecision.decide(page(login), .sample(), tried: [tried, tried]) else {
      throw Unexpected("a password that is not taken is a refusal, also of a server that says nothing")
    }
    #expect(error.code == .own(.loginRefused))
    #expect(error.explanation(Catalogue()).hasPrefix("the browser saw the page"))
  }

  @Test func `the second page of a login is another form`() throws {
    let first = try #require(afterLogin("<form><input name=user></form>"))
    #expect(
      entries(
        "<form method=post><input type=hidden name=user value=demo><input type=password name=p></form>", tried: [first])
        == "user=demo&p=topsecret")
  }

  /// Such as PingFederate's form, in which a script says that the button was pressed.
  @Test func `a form that a script sends, and that comes back without a word, needs the script`() throws {
    let form = "<form method=post><input name=user><input type=password name=p><a onclick=ok()>Sign On</a></form>"
    let tried = try #require(afterLogin(form))
    #expect(error(form, tried: [tried, tried]) == "needs_javascript")
  }

  /// Such as CAS's.
  @Test(arguments: [
    ("<p>May it see your profile?</p><a href=/no>Do not allow</a><a href=/ok>Allow</a>", "/ok"),
    ("<a href=/ok>Allow</a><form action=/search><input name=q></form>", nil), ("<a href=/next>Continue</a>", nil),
  ])
  func `a link agrees where there is no form`(html: String, target: String?) {
    var followed: String?
    if case .follow(let link) = HeadlessDecision.decide(page(html), .sample(), tried: []) { followed = link.target }
    #expect(followed == target)
  }

  @Test func `an error page says what is wrong below its heading, too`() {
    let page = page("<title>Sign in</title><h1>We are sorry...</h1><p>Invalid parameter: redirect_uri</p>", status: 400)
    #expect(PageSummary.message(page) == "Sign in: We are sorry...: Invalid parameter: redirect_uri")
  }

  @Test func `after a login a lone field is not taken for a user name`() throws {
    let tried = try #require(afterLogin(login))
    #expect(error("<form><input name=field1></form>", tried: [tried]) == "browser_stuck")
  }

  @Test func `error pages and pages of scripts have codes of their own`() {
    #expect(error("<h1>Bad request</h1>", status: 400) == "page_failed")
    #expect(error("<script>x</script><div></div>") == "needs_javascript")
  }

  @Test func `a refresh is followed where there is nothing else to do`() throws {
    let page = page("<meta http-equiv=refresh content='0;url=/next'>")
    guard case .follow(let link) = HeadlessDecision.decide(page, .sample(), tried: []) else {
      throw Unexpected("not followed")
    }
    #expect(link.target == "/next")
    #expect(error("<meta http-equiv=refresh content=3><p>Look at your phone") == "browser_no_way_on")
  }

  // MARK: What was asked for

  @Test(arguments: [
    ("name=scope value=dcr", "scope=dcr"), ("name=grant_scope value=dcr", "grant_scope=dcr"), ("name=dcr", "dcr=on"),
    ("name=scope_dcr", "scope_dcr=on"), ("name='scopes[dcr]' value=1", "scopes%5Bdcr%5D=1"),
    ("name=consent.dcr value=1", "consent.dcr=1"), ("name=s1 value=1 aria-label=dcr", "s1=1"),
    ("name=scope value=profile", ""), ("name=remember value=1", ""), ("name=deny value=dcr", ""),
    ("name=newsletter_dcr value=1", ""), ("name=scope value=dcr disabled", ""), ("name=scope value=DCR", ""),
    ("name=terms required", "terms=on"),
  ])
  func `the boxes of what the app asks for are ticked, and no others`(box: String, sent: String) {
    let form = "<form method=post><input type=checkbox \(box)><button>Submit Consent</button></form>"
    #expect(entries(form, for: .logIn(scopes: ["dcr", "openid"])) == sent)
    // With another errand, or an unknown scope, it ticks only what the page requires.
    #expect(entries(form) == (box.contains("required") ? sent : ""))
  }

  // MARK: At a sign-out

  @Test(arguments: [
    (
      "<form><button name=stay>Stay signed in</button><button name=answer value=logout>Leave</button></form>",
      "answer=logout"
    ),
    ("<form><button name=a value=1>Log out</button></form>", "a=1"), ("<form><button>Abmelden</button></form>", ""),
    ("<form><button>Yes</button><button>No, cancel</button></form>", ""), ("<form><button>Weiter</button></form>", ""),
    ("<form method=post><input type=hidden name=SAMLRequest value=1></form>", "SAMLRequest=1"),
  ])
  func `a question whether to sign out is answered`(html: String, sent: String) {
    #expect(entries(html, for: .signOut) == sent)
  }

  @Test(arguments: [
    "<form method=post><input name=user><input type=password name=p><button>Log in</button></form>",
    "<form method=post><input type=email name=x><button>Next</button></form>", "<p>Goodbye</p>",
    "<form><button>Log in</button></form>", "<form><button>Something</button></form>",
    "<form><button name=idp value=1>Continue with Example</button></form>", "<script>x</script><div></div>",
    "<form><button>Cancel</button></form>",
  ])
  func `a sign-out signs no user in, and reports that it is not confirmed`(html: String) {
    #expect(error(html, for: .signOut) == "sign_out_unconfirmed")
    #expect(entries(html, for: .signOut) == nil)
  }

  @Test func `at a sign-out an error page is the server's error`() {
    #expect(error("<h1>Bad request</h1>", status: 400, for: .signOut) == "page_failed")
    #expect(error(login, status: 401, for: .signOut) == "sign_out_unconfirmed")
  }

  @Test func `a login never signs out`() {
    #expect(error("<p>Hello, jd</p><form><button>Log out</button></form>") == "browser_stuck")
  }
}
