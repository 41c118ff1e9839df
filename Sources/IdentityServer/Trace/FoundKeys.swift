/// The keys and secrets of one message, of which only marks are kept.
struct FoundKeys {
  private(set) var keys: [ExchangeKey] = []
  /// Marks of secrets, as ``ExchangeMask`` looks for them in texts.
  private(set) var secrets: Set<String> = []

  init(_ answer: ServerResponse) {
    for bytes in ["Location", "Refresh"].compactMap({ answer.headers[first: $0]?.utf8 }) {
      guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
        let parameters = try? FormParameters(formEncoded: bytes[bytes.index(after: mark)...])
      else { continue }
      add(parameters) { $0 == "code" || $0 == "access_token" }
    }
    for cookie in answer.headers[all: "Set-Cookie"] {
      let pair = cookie.prefix(whileScalar: { $0 != ";" })
      if let mark = pair.firstIndex(ofScalar: "=") { addSecret(String(pair.after(mark))) }
    }
    let type = answer.headers.contentType
    // Answers with secrets must not be cached (RFC 6749 §5.1); metadata and key sets may be, and need not be read.
    if type == "application/json", answer.headers[first: "Cache-Control"] == "no-store",
      let json = try? JSON.parse(answer.body)
    {
      for (name, kind) in ExchangeKey.names { if let value = json[name]?.stringValue { add(kind, value) } }
      if let secret = json["client_secret"]?.stringValue { addSecret(secret) }
    } else if type == "text/html" {
      if let form = FoundKeys.sealedForm(String(decoding: answer.body, as: UTF8.self)) { add(.form, form) }
    }
  }

  /// What the request brings, as far as its endpoint judges it: anybody may send anything under the name of a secret.
  init(_ request: ServerRequest, _ query: FormParameters, _ form: FormParameters) {
    let judged = ExchangeKey.judged(by: request, form)
    let token = judged.contains(ExchangeKey.header) ? request.authorizationToken?.token : nil
    // Endpoints read the form of a POST, else the query, and neither beside a token in the header.
    let isPosted = request.method == "POST"
    add(query, areRead: !isPosted && token == nil, isKey: judged.contains)
    add(form, areRead: isPosted && token == nil, isKey: judged.contains)
    if let token { add(.token, token, isRead: ExchangeKey.areTokensRead(by: request)) }
    let authenticating = [Addresses.tokenPath, Addresses.pushedAuthorizationPath, Addresses.deviceAuthorizationPath]
    if authenticating.contains(request.path) {
      // The client's own secrets, which join nothing.
      for value in form.values("client_secret") { addSecret(value) }
      if let secret = request.basicCredentials?.secret { addSecret(PercentCoding.repaired(secret)) }
      if judged.contains("code") { for value in form.values("code_verifier") { addSecret(value) } }
    }
  }

  /// - Parameter areRead: whether the endpoint looks at them. Others were not accepted, even if the request was.
  private mutating func add(_ parameters: FormParameters, areRead: Bool = true, isKey: (String) -> Bool) {
    for (name, kind) in ExchangeKey.names where isKey(name) {
      for value in parameters.values(name) { add(kind, value, isRead: areRead && ExchangeKey.canBe(kind, value)) }
    }
  }

  private mutating func add(_ kind: ExchangeKey.Kind, _ value: String, isRead: Bool = true) {
    guard let key = ExchangeKey(kind, value) else { return }
    keys.append(key)
    if isRead { addSecret(value, isSigned: kind == .token || kind == .idToken) }
  }

  /// - Parameter isSigned: of a JSON Web Token only the signature is secret: other tokens can have the same header and claims.
  private mutating func addSecret(_ value: String, isSigned: Bool = false) {
    let parts = value.utf8.split { !$0.isOfSecret }
    let secret = isSigned && parts.count > 1 ? parts.suffix(1) : parts[...]
    for part in secret where part.count >= ExchangeMask.shortestSecret { secrets.insert(recognitionMark(part)) }
  }

  /// The hidden field of a page of this server's (``Provider/page(_:holding:of:_:_:)``).
  private static func sealedForm(_ page: String) -> String? {
    page.byteRange(of: "name=\"form\" value=\"").map {
      String(page[$0.upperBound...].prefix(whileScalar: { $0 != "\"" }))
    }
  }
}

extension UInt8 {
  /// Base64url's alphabet, in which this server writes its secrets.
  var isOfSecret: Bool { Base64URL.contains(self) }
}
