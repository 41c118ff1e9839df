import Mustache

/// The HTML pages: Mustache templates filled with phrases of the catalogue. Every value passes ``PlainText`` and is escaped by
/// ``ForeignText/Escape/html(_:)`` where a template inserts it; only the frame's body, a rendered template, is inserted
/// unescaped.
struct Pages: Sendable {
  let library: MustacheLibrary
  let stylesheet: ServerResponse
  let administrationStylesheet: ServerResponse
  let administrationScript: ServerResponse

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
    .text(Embedded.pages[name] ?? "", type + "; charset=utf-8", cache: "public, max-age=3600")
  }

  func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String { catalogue(phrase, values) }

  /// Renders any page of the server. Invisible characters in values become `\u{FFFD}` first.
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

  func login(
    action: String, form: String, userName: String, lead: String?, destination: String? = nil, expected: String? = nil,
    message: String?, status: Int, title: Phrase = .loginTitle
  ) -> ServerResponse {
    let values: [String: Any?] = [
      "action": action, "form": form, "userName": userName, "hasUserName": !userName.isEmpty, "lead": lead,
      "userNameLabel": say(.loginUserName), "passwordLabel": say(.loginPassword), "button": say(.loginButton),
      "destination": destination, "expected": expected.map { say(.loginExpected, ["user": $0]) }, "message": message,
    ]
    return page("login", title, values, status: status, note: "login form")
  }

  /// An https host, this computer, or the app that has the scheme. The client's own name is no evidence of that.
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

  func consent(
    action: String, form: String, userName: String, clientName: String, destination: String?, scope: [String]
  ) -> ServerResponse {
    var values = question(action, form, userName, clientName, scope)
    values["destination"] = destination
    return page("consent", .consentTitle, values, note: "consent")
  }

  private func question(
    _ action: String, _ form: String, _ userName: String, _ clientName: String, _ scope: [String]
  ) -> [String: Any?] {
    [
      "action": action, "form": form, "lead": say(.consentLead, ["client": clientName]), "scopes": scope.map(meaning),
      "allow": say(.consentAllow), "deny": say(.consentDeny), "signedInAs": say(.consentSignedInAs, ["user": userName]),
    ]
  }

  func userCode(action: String, form: String, code: String, message: String?, status: Int) -> ServerResponse {
    let values: [String: Any?] = [
      "action": action, "form": form, "code": code, "lead": say(.userCodeLead), "label": say(.userCodeLabel),
      "button": say(.userCodeButton), "warning": say(.userCodeWarning), "message": message,
    ]
    return page("device-code", .userCodeTitle, values, status: status, note: "code form")
  }

  func deviceDecision(
    action: String, form: String, userName: String, clientName: String, code: String, scope: [String]
  ) -> ServerResponse {
    var values = question(action, form, userName, clientName, scope)
    values["code"] = code
    values["codeLabel"] = say(.deviceDecisionCode)
    values["warning"] = say(.deviceDecisionWarning)
    return page("device-decision", .deviceDecisionTitle, values, note: "device question")
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
    let values: [String: Any?] = [
      "text": text, "detail": detail, "hasButton": link != nil && linkIsButton, "hasLink": link != nil && !linkIsButton,
      "link": link?.address, "linkText": link?.text,
    ]
    return page("message", title, values, status: status, note: note)
  }

  /// A page that sends the browser on to an external address, by itself and by a link. It answers forms whose page forbids
  /// external redirects (``policy``), and opens apps that the browser opens only after a press.
  func goOn(to url: String, note: String) -> ServerResponse {
    var response =
      Pages.opensAnApp(url)
      ? message(.continueTitle, say(.continueText), link: (say(.continueButton), url), linkIsButton: true, note: note)
      : message(.goOnTitle, say(.goOnText), link: (say(.goOnLink), url), note: note)
    response.headers.append(HTTPHeader("Refresh", "0;url=" + url))
    return response
  }

  /// Whether the browser hands an address to an app by its scheme (RFC 8252 §7.1), instead of showing a page.
  static func opensAnApp(_ url: String) -> Bool {
    !["http", "https"].contains(url.prefix(whileScalar: { $0 != ":" }).lowercased())
  }

  /// The meaning of a scope for a person; a scope without a phrase is shown as is.
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

  func page(
    _ template: String, _ title: Phrase, _ values: [String: Any?], status: Int = 200, note: String
  ) -> ServerResponse {
    let frame: [String: Any] = [
      "language": catalogue.language.tag, "title": say(title), "stylesheet": Addresses.stylesheetPath,
      "body": render(values.compactMapValues(\.self), template), "footer": say(.pageFooter),
    ]
    var response = html(frame, "frame", policy: Pages.policy, status: status, note: note)
    response.headers.insert(HTTPHeader("Content-Language", catalogue.language.tag), at: 2)
    return response
  }

  func html(_ values: [String: Any], _ template: String, policy: String, status: Int, note: String) -> ServerResponse {
    var response = ServerResponse.text(render(values, template), "text/html; charset=utf-8", status: status, note: note)
    response.headers += [HTTPHeader("Content-Security-Policy", policy), Pages.referrerPolicy]
    return response
  }

  /// Keeps the page's address from other sites. With `no-referrer` browsers would send `Origin: null` with the page's own forms,
  /// as they do with those of other sites (Fetch, "append a request Origin header").
  private static let referrerPolicy = HTTPHeader("Referrer-Policy", "same-origin")

  /// Forbids scripts, frames, external content and forms to other sites: even if markup were injected into a page, its password
  /// form goes to this server. Browsers apply it to the redirect that answers a form as well, hence ``goOn(to:note:)``.
  private static let policy = """
    default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'
    """
}

/// The engine's own escaping goes by `Character` and would let through a `<` that is followed by a combining mark.
private struct ScalarHTML: MustacheContentType {
  static let name = "SCALARS"
  /// At the head of every template.
  static let pragma = "{{% CONTENT_TYPE:\(name)}}"

  func escapeText(_ text: String) -> String { Escape.html(text) }
}
