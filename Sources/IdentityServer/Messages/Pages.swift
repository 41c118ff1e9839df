import ForeignText
import Catalogue
import Mustache
import SharedValues

/// The HTML pages: Mustache templates filled with phrases of the catalogue. Every value passes ``PlainText`` and is escaped by
/// ``ForeignText/Escape/html(_:)`` where a template has a place for it; the one unescaped place is the frame's body, which is a
/// rendered template itself.
struct Pages: Sendable {
  let library: MustacheLibrary
  let stylesheet: ServerResponse
  let administrationStylesheet: ServerResponse
  let administrationScript: ServerResponse

  /// Chooses the page's language by the request's `Accept-Language`.
  var catalogue: Catalogue { Catalogue(Reader.language) }

  init() throws {
    MustacheContentTypes.register(ScalarHTML(), named: ScalarHTML.name)
    let templates = try Embedded.pages.compactMap { file, content in
      try file.without(suffix: ".mustache").map {
        (String($0), try MustacheTemplate(string: ScalarHTML.pragma + content))
      }
    }
    library = MustacheLibrary(templates: Dictionary(uniqueKeysWithValues: templates))
    stylesheet = Pages.asset("style.css", "text/css")
    administrationStylesheet = Pages.asset("admin.css", "text/css")
    administrationScript = Pages.asset("admin.js", "text/javascript")
  }

  private static func asset(_ name: String, _ type: String) -> ServerResponse {
    ServerResponse(
      200,
      headers: [
        HTTPHeader("Content-Type", type + "; charset=utf-8"), HTTPHeader("Cache-Control", "public, max-age=3600"),
      ], body: Array((Embedded.pages[name] ?? "").utf8))
  }

  func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String { catalogue(phrase, values) }

  /// Renders every page of the server. In all values, characters that cannot be seen become `\u{FFFD}` first.
  func render(_ values: [String: Any], _ template: String) -> String {
    library.render(Pages.plain(values), withTemplate: template) ?? ""
  }

  private static func plain(_ value: Any) -> Any {
    switch value {
    case let text as String: PlainText.shown(text)
    case let values as [String: Any]: values.mapValues(plain)
    case let values as [Any]: values.map(plain)
    default: value
    }
  }

  /// - Parameter lead: what the login is for; `nil` says nothing.
  /// - Parameter destination: ``destination(of:)`` of the redirect URI.
  /// - Parameter expected: the user whom the client wants to see; the client's word.
  func login(
    action: String, form: String, userName: String, lead: String?, destination: String? = nil, expected: String? = nil,
    message: String?, status: Int, title: Phrase = .loginTitle
  ) -> ServerResponse {
    var values: [String: Any] = [
      "action": action, "form": form, "userName": userName, "hasUserName": !userName.isEmpty,
      "userNameLabel": say(.loginUserName),
      "passwordLabel": say(.loginPassword), "button": say(.loginButton),
    ]
    if let lead { values["lead"] = lead }
    if let destination { values["destination"] = destination }
    if let expected { values["expected"] = say(.loginExpected, ["user": expected]) }
    if let message { values["message"] = message }
    return page("login", title, values, status: status, note: "login form")
  }

  /// What a login is for: the first one of an app registers the phone, any other goes on to the app.
  func loginLead(_ clientName: String, registers: Bool) -> String {
    say(registers ? .loginLeadRegistration : .loginLead, ["client": clientName])
  }

  /// Who gets the answer: the host of an https address, this computer, or whichever app has the scheme. A name that a client
  /// gives itself says nothing about that.
  func destination(of redirectURI: String) -> String? {
    guard let uri = RedirectURI(redirectURI) else { return nil }
    let place =
      switch uri.scheme {
      case "http" where uri.isLoopbackLiteral || uri.isLocalhost: say(.answerToThisComputer)
      case "http", "https": (uri.host ?? "") + (uri.port.map { ":\($0)" } ?? "")
      default: uri.scheme + ":"
      }
    return say(.answerGoesTo, ["place": place])
  }

  func loginWait(_ seconds: Int) -> String { say(.loginWait, ["seconds": String(seconds)]) }

  func consent(
    action: String, form: String, userName: String, clientName: String, destination: String?, scope: [String]
  ) -> ServerResponse {
    var values: [String: Any] = [
      "action": action, "form": form, "lead": say(.consentLead, ["client": clientName]), "scopes": scope.map(meaning),
      "allow": say(.consentAllow), "deny": say(.consentDeny), "signedInAs": say(.consentSignedInAs, ["user": userName]),
    ]
    if let destination { values["destination"] = destination }
    return page("consent", .consentTitle, values, note: "consent")
  }

  /// - Parameter code: what stands in the field already.
  func userCode(
    action: String, form: String, code: String, message: String?, status: Int
  ) -> ServerResponse {
    var values: [String: Any] = [
      "action": action, "form": form, "code": code, "lead": say(.userCodeLead), "label": say(.userCodeLabel),
      "button": say(.userCodeButton), "warning": say(.userCodeWarning),
    ]
    if let message { values["message"] = message }
    return page("device-code", .userCodeTitle, values, status: status, note: "code form")
  }

  func deviceDecision(
    action: String, form: String, userName: String, clientName: String, code: String, scope: [String]
  ) -> ServerResponse {
    page(
      "device-decision", .deviceDecisionTitle,
      [
        "action": action, "form": form, "code": code, "codeLabel": say(.deviceDecisionCode),
        "lead": say(.consentLead, ["client": clientName]), "scopes": scope.map(meaning),
        "warning": say(.deviceDecisionWarning), "allow": say(.consentAllow), "deny": say(.consentDeny),
        "signedInAs": say(.consentSignedInAs, ["user": userName]),
      ], note: "device question")
  }

  func confirmLogout(action: String, form: String) -> ServerResponse {
    let values: [String: Any] = [
      "action": action, "form": form, "text": say(.logoutText), "button": say(.logoutButton),
    ]
    return page("confirm", .logoutTitle, values, note: "logout confirmation")
  }

  func message(
    _ title: Phrase, _ text: String, detail: String? = nil, link: (text: String, address: String)? = nil,
    linkIsButton: Bool = false, status: Int = 200, note: String = ""
  ) -> ServerResponse {
    var values: [String: Any] = ["text": text]
    if let link {
      values[linkIsButton ? "hasButton" : "hasLink"] = true
      values["link"] = link.address
      values["linkText"] = link.text
    }
    if let detail { values["detail"] = detail }
    return page("message", title, values, status: status, note: note)
  }

  /// The page that takes a browser on to an address elsewhere, by itself and by a link: the answer to a form whose page allows no
  /// redirect to there (``policy``), and the way to an app that the browser opens only for somebody who has pressed something.
  func goOn(to url: String, note: String) -> ServerResponse {
    var response =
      Pages.opensAnApp(url)
      ? message(
        .continueTitle, say(.continueText), link: (say(.continueButton), url), linkIsButton: true, note: note)
      : message(.goOnTitle, say(.goOnText), link: (say(.goOnLink), url), note: note)
    response.headers.append(HTTPHeader("Refresh", "0;url=" + url))
    return response
  }

  /// Whether the browser hands an address to the app that has its scheme (RFC 8252 §7.1), and shows no page itself.
  static func opensAnApp(_ url: String) -> Bool {
    !["http", "https"].contains(url.prefix(whileScalar: { $0 != ":" }).lowercased())
  }

  /// What a scope means to a person; one without a phrase is shown as it is.
  private func meaning(_ scope: String) -> String {
    switch scope {
    case "openid": say(.scopeOpenID)
    case "profile": say(.scopeProfile)
    case "email": say(.scopeEmail)
    case "address": say(.scopeAddress)
    case "phone": say(.scopePhone)
    case OfflineAccess.scope: say(.scopeOfflineAccess)
    case ProtectedResource.Scope.accounts.rawValue: say(.scopeAccounts)
    case ProtectedResource.Scope.payments.rawValue: say(.scopePayments)
    case ConfiguredClients.registrationScope: say(.scopeRegistration)
    default: scope
    }
  }

  private func page(
    _ template: String, _ title: Phrase, _ values: [String: Any], status: Int = 200, note: String
  ) -> ServerResponse {
    let frame: [String: Any] = [
      "language": catalogue.language.tag, "title": say(title), "stylesheet": Addresses.stylesheetPath,
      "body": render(values, template), "footer": say(.pageFooter),
    ]
    let html = render(frame, "frame")
    return ServerResponse(
      status,
      headers: [
        HTTPHeader("Content-Type", "text/html; charset=utf-8"), HTTPHeader("Cache-Control", "no-store"),
        HTTPHeader("Content-Language", catalogue.language.tag),
        HTTPHeader("Content-Security-Policy", Pages.policy), Pages.referrerPolicy,
      ], body: Array(html.utf8), note: note)
  }

  /// No address of a page goes anywhere else. Under `no-referrer` browsers would say `Origin: null` of the page's own forms, as
  /// they do of those of other sites (Fetch, "append a request Origin header").
  static let referrerPolicy = HTTPHeader("Referrer-Policy", "same-origin")

  /// No script, no frame, nothing from elsewhere, and no form to elsewhere: whatever got into a page, the password that is typed there
  /// goes to this server. Browsers hold the redirect that answers a form against it as well, which is why ``goOn(to:note:)`` exists.
  private static let policy = """
    default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'
    """
}

/// What values in templates are written as. The engine's own escaping goes by `Character`, and so lets a `<` pass that a mark
/// stands over.
private struct ScalarHTML: MustacheContentType {
  static let name = "SCALARS"
  /// At the head of every template.
  static let pragma = "{{% CONTENT_TYPE:\(name)}}"

  func escapeText(_ text: String) -> String { Escape.html(text) }
}
