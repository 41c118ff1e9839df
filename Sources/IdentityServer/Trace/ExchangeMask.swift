/// Masks an exchange as the app masks its messages (``Redaction``), by the names of secrets. Known secrets are masked also
/// in places that have other names.
///
/// Equal secrets have equal masks, so that a code can be followed from the redirect to the token request. `state` and
/// `nonce` are masked as in files, because the flow may still be under way.
struct ExchangeMask: Sendable {
  /// In characters. Shorter values could be words and are masked by name only.
  static let shortestSecret = 16

  /// Marks of the secrets that the server gave or accepted in the kept exchanges.
  var known: Set<String> = []

  /// As clients write the names of secrets while they are being developed. The server does not know what it gave before it started, so
  /// that only the name tells.
  private static let otherSpellings: Set<String> = [
    "accesstoken", "access-token", "refreshtoken", "refresh-token", "idtoken", "id-token", "client-secret", "secret",
    "codeverifier",
    "code-verifier", "devicecode", "device-code", "registrationaccesstoken", "pass", "pwd", "apikey", "api_key",
    "api-key",
  ]

  private static let redaction: Redaction = {
    var redaction = Redaction.forFiles
    redaction.alsoHides.formUnion(["user_code", "form"])
    redaction.alsoHides.formUnion(ExchangeMask.otherSpellings)
    return redaction
  }()

  func target(of request: ServerRequest) -> String {
    let path = ExchangeMask.redaction.text(request.path)
    return text(request.query.isEmpty ? path : path + ExchangeMask.redaction.url("?" + request.query))
  }

  func headers(_ headers: [HTTPHeader]) -> [HTTPHeader] {
    ExchangeMask.redaction.headers(headers).map { HTTPHeader($0.name, text($0.value)) }
  }

  func body(_ bytes: [UInt8], contentType: String) -> String {
    // A long page is cut, and a part of a secret would not be recognised.
    let whole = contentType == "text/html" ? Array(text(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    return text(ExchangeMask.redaction.body(whole, contentType: contentType))
  }

  /// Masks known secrets and user codes, and replaces invisible characters.
  func text(_ text: String) -> String {
    var masked: [UInt8] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let between = rest.prefix { !$0.isOfSecret }
      masked += between
      rest = rest[between.endIndex...]
      var run = rest.prefix(while: \.isOfSecret)
      rest = rest[run.endIndex...]
      if between.last == UInt8(ascii: "%"), !isSecret(run) {
        // The two digits of an escape are no part of what follows.
        masked += run.prefix(2)
        run = run.dropFirst(2)
      }
      masked += isSecret(run) ? Array(Secret(String(Substring(run))).masked.utf8) : Array(run)
    }
    return PlainText.shown(String(decoding: masked, as: UTF8.self))
  }

  private func isSecret(_ run: Substring.UTF8View) -> Bool {
    run.count >= ExchangeMask.shortestSecret ? known.contains(recognitionMark(run)) : ExchangeMask.isUserCode(run)
  }

  /// `WDJB-MJHT`, as pages and devices show it.
  private static func isUserCode(_ run: Substring.UTF8View) -> Bool {
    guard run.count == UserCode.length + 1, let code = UserCode(typed: String(Substring(run))) else { return false }
    return run.elementsEqual(code.shown.utf8)
  }
}
