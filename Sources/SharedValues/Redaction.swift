/// Masks secrets in messages before they are shown: in the Messages panel, in logs and in `flow --json`.
///
/// A request names its own secret parts (``SecretParts``). A second check, and the only one for answers, URLs and texts, uses the names of secrets
/// (``SecretNames``): header, parameter, JSON member, cookie. Masking never fails: input that cannot be parsed is searched as text and shown up to
/// ``shownCharacters`` characters. The output is for reading: a masked URL or body must not be sent.
public struct Redaction: Hashable, Sendable {
  /// Shows everything unmasked. Set only at the user's request.
  var reveal: Bool
  /// The masking character: `•`, or `*` on ASCII terminals.
  public var dot: Character

  /// The most characters shown of a text that is neither JSON nor a form.
  static let shownCharacters = 4096

  /// Further names besides ``SecretNames``, in lower case.
  public var alsoHides: Set<String> = []

  public init(reveal: Bool = false, dot: Character = "•", alsoHides: Set<String> = []) {
    (self.reveal, self.dot, self.alsoHides) = (reveal, dot, alsoHides)
  }

  /// For files that may leave the machine: masks `state` and `nonce` as well, because a file may be read while its flow still runs.
  public static let forFiles = Redaction(alsoHides: ["state", "nonce"])

  /// Further header names besides ``SecretNames``, in lower case.
  private var alsoHidesHeaders: Set<String> = []

  /// A copy for one request. A name that is secret in one of its parts is masked in all of them.
  public func of(_ request: HTTPRequest) -> Redaction {
    var redaction = self
    redaction.alsoHides.formUnion(request.secretParts.body)
    redaction.alsoHidesHeaders.formUnion(request.secretParts.headers)
    return redaction
  }

  func hidesHeader(_ name: String) -> Bool {
    SecretNames.isSecretHeader(name) || alsoHidesHeaders.contains(name.lowercased())
  }

  func hides(_ name: String) -> Bool { SecretNames.isSecret(name) || alsoHides.contains(name.lowercased()) }

  public func exchange(_ exchange: Exchange) -> Exchange {
    guard !reveal else { return exchange }
    var masked = exchange
    masked.request = request(exchange.request)
    if case .success(let answer) = exchange.outcome { masked.outcome = .success(response(answer)) }
    return masked
  }

  public func request(_ request: HTTPRequest) -> HTTPRequest {
    guard !reveal else { return request }
    var masked = request
    let redaction = of(request)
    masked.url = redaction.url(request.url)
    masked.headers = redaction.headers(request.headers)
    masked.body = Array(redaction.body(request.body, contentType: request.headers.contentType).utf8)
    return masked
  }

  public func response(_ response: HTTPResponse) -> HTTPResponse {
    guard !reveal else { return response }
    var masked = response
    masked.headers = headers(response.headers)
    masked.body = Array(body(response.body, contentType: response.contentType).utf8)
    return masked
  }

  public func headers(_ headers: [HTTPHeader]) -> [HTTPHeader] {
    reveal ? headers : headers.map { HTTPHeader($0.name, headerValue($0)) }
  }

  /// Masks query and fragment by parameter name, and a password before the host. Redirects of any scheme, too.
  public func url(_ url: String) -> String {
    guard !reveal else { return url }
    let fragmentMark = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    let queryMark = url.utf8[..<fragmentMark].firstIndex(of: UInt8(ascii: "?")) ?? fragmentMark
    var text = withoutPassword(url[..<queryMark])
    if queryMark < fragmentMark { text += "?" + form(url[queryMark..<fragmentMark].utf8.dropFirst()) }
    if fragmentMark < url.endIndex { text += "#" + form(url[fragmentMark...].utf8.dropFirst()) }
    return text
  }

  /// Masks every member with a secret's name, and the private members of a JWK, at any depth.
  public func json(_ json: JSON) -> JSON {
    guard !reveal else { return json }
    switch json {
    case .object(let members):
      let isKey = members.contains { $0.name == "kty" }
      return .object(
        members.map { member in
          let isSecret = hides(member.name) || isKey && SecretNames.ofKeys.contains(member.name)
          guard isSecret, member.value != .null else { return JSON.Member(member.name, self.json(member.value)) }
          return JSON.Member(member.name, .string(mask(member.value.stringValue ?? "", name: member.name)))
        })
    case .array(let values): return .array(values.map(self.json))
    case .string(let value): return .string(looseText(value))
    case .null, .bool, .number: return json
    }
  }

  /// A body as text: JSON indented, a form as a form, anything else as by ``text(_:)``.
  public func body(_ bytes: [UInt8], contentType: String) -> String {
    guard !bytes.isEmpty else { return "" }
    if contentType == "application/x-www-form-urlencoded" {
      return reveal ? String(decoding: bytes, as: UTF8.self) : form(bytes[...])
    }
    // A body that parses as a JSON object is masked as JSON, whatever its content type.
    if bytes.first == UInt8(ascii: "{") || contentType.hasSuffix(bytes: "json"), let parsed = try? JSON.parse(bytes) {
      return json(parsed).pretty
    }
    return text(String(decoding: bytes, as: UTF8.self))
  }

  /// Masks the value after a secret's name, after `Bearer`, `DPoP` or `Basic`, and anything like a JWT. Cut to ``shownCharacters``.
  public func text(_ text: String) -> String {
    guard text.utf8.count > Redaction.shownCharacters else { return reveal ? text : looseText(text) }
    let start = String(text.prefix(scalars: Redaction.shownCharacters))
    let rest = text.utf8.count - start.utf8.count
    return (reveal ? start : looseText(start)) + (rest > 0 ? "… (\(rest) bytes more)" : "")
  }

  /// The mask of one value, in the form of ``Secret/masked(with:)``.
  func mask(_ value: String, name: String) -> String {
    let name = name.lowercased()
    if SecretNames.isSigned(name), let readable = withoutSignature(value) { return readable }
    if name == "request_uri", let (shared, secret) = Redaction.requestName(value) {
      return shared + Secret(String(secret)).masked(with: dot)
    }
    return SecretNames.hiddenWhole.contains(name) || SecretNames.ofKeys.contains(name)
      ? String(repeating: dot, count: 4) : Secret(value).masked(with: dot)
  }

  private func headerValue(_ header: HTTPHeader) -> String {
    switch header.name.lowercased() {
    case "authorization", "proxy-authorization": return credentials(header.value)
    case "cookie":
      return header.value.split(scalar: ";", omittingEmptySubsequences: false).map(cookie).joined(separator: ";")
    case "set-cookie", "set-cookie2":
      let parts = header.value.split(scalar: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return ([cookie(parts.first ?? "")] + parts.dropFirst().map(String.init)).joined(separator: ";")
    case "location", "content-location", "referer", "refresh", "link": return url(header.value)
    case let name where hidesHeader(name): return mask(header.value, name: name)
    default: return looseText(header.value)
    }
  }

  /// `Basic` is hidden as a whole, because it begins with the client's id and ends with the secret.
  private func credentials(_ value: String) -> String {
    let parts = value.split(scalar: " ", maxSplits: 1)
    guard parts.count == 2 else { return mask(value, name: "password") }
    let isToken = ["bearer", "dpop", "token"].contains(parts[0].lowercased())
    return parts[0] + " " + mask(String(parts[1]), name: isToken ? "access_token" : "password")
  }

  private func cookie(_ pair: Substring) -> String {
    guard let mark = pair.firstIndex(ofScalar: "=") else {
      // A cookie without a name is a value.
      let space = pair.prefix(whileScalar: { $0 == " " })
      return String(space) + (space.utf8.count == pair.utf8.count ? "" : mask("", name: "password"))
    }
    return pair.through(mark) + mask("", name: "password")
  }

  private func withoutPassword(_ base: Substring) -> String {
    guard let start = base.byteRange(of: "://")?.upperBound else { return String(base) }
    let authority = base[start...].prefix(whileScalar: { $0 != "/" })
    guard let at = authority.lastIndex(ofScalar: "@") else { return String(base) }
    return base[..<start] + mask("", name: "password") + base[at...]
  }

  private func looseText(_ text: String) -> String { TextRedaction(redaction: self, text: text).masked }
}
