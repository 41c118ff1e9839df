import FoundationEssentials
import SharedValues

/// The parts of a held message that can be changed before it is sent: parameters of its URL and form, members of its JSON, and its credentials.
/// Writes to the disk cannot be changed.
extension HeldMessage {
  package var parameters: [ParameterEditor.Parameter] {
    switch effect {
    case .send(_, let request, _): request.parameters + [.another()]
    case .openUserAgent(_, _, _, let url, _): QueryParameters.of(url) + [.another()]
    default: []
    }
  }

  /// - Parameter changes: an empty value removes the parameter.
  func with(_ changes: [ParameterEditor.Parameter]) -> HeldMessage {
    var changed = self
    switch effect {
    case .send(let id, let request, let reply): changed.effect = .send(id, request.with(changes), reply)
    case .openUserAgent(let id, let kind, let errand, let url, let redirect):
      changed.effect = .openUserAgent(
        id, kind, errand, url: QueryParameters.with(changes, in: url), redirectURI: redirect)
    default: break
    }
    return changed
  }
}

extension HTTPRequest {
  private enum Credential { static let (secret, token) = ("client_secret", "access_token") }

  fileprivate var parameters: [ParameterEditor.Parameter] { QueryParameters.of(url) + credential + bodyParameters }

  fileprivate func with(_ changes: [ParameterEditor.Parameter]) -> HTTPRequest {
    var changed = self
    if body.isEmpty || url.contains(scalar: "?") { changed.url = QueryParameters.with(changes, in: url) }
    for change in changes where credential.contains(where: { $0.name == change.name }) { changed.show(change.value) }
    guard !body.isEmpty else { return changed }
    let members = changes.filter { change in change.added != nil || bodyParameters.contains { $0.name == change.name } }
    if let json = try? JSON.parse(body) {
      let edited = members.reduce(json) { json, change in
        json.setting(change.added?.name ?? change.name, change.json(like: json[change.name]))
      }
      changed.body = Array(edited.compact.utf8)
    } else {
      changed.body = Array(QueryParameters.changed(String(decoding: body, as: UTF8.self), members).utf8)
    }
    return changed
  }

  private var bodyParameters: [ParameterEditor.Parameter] {
    guard !body.isEmpty else { return [] }
    guard let json = try? JSON.parse(body) else {
      return Address.form(String(decoding: body, as: UTF8.self)).map { .init($0.name, $0.value) }
    }
    return (json.objectValue ?? []).map { .init($0.name, $0.value.stringValue ?? $0.value.compact) }
  }

  /// The credential in the **Authorization** header (RFC 6749 §2.3.1, RFC 6750 §2.1).
  private var credential: [ParameterEditor.Parameter] {
    guard let (scheme, value) = authorization else { return [] }
    if scheme == "Bearer" { return [.init(Credential.token, value)] }
    return halves(value).map { [.init(Credential.secret, $0.secret)] } ?? []
  }

  /// Replaces the credential; an empty value removes the header.
  private mutating func show(_ value: String) {
    guard let (scheme, old) = authorization,
      let index = headers.firstIndex(where: { $0.name.lowercased() == "authorization" })
    else { return }
    guard !value.isEmpty else {
      headers.remove(at: index)
      return
    }
    // A header may contain only these characters.
    var shown = value.filter { $0.isASCII && $0.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) } }
    if scheme == "Basic" {
      let secret = PercentCoding.encode(value, .unreserved)
      shown = Data("\(halves(old)?.client ?? ""):\(secret)".utf8).base64EncodedString()
    }
    headers[index] = HTTPHeader(headers[index].name, "\(scheme) \(shown)")
  }

  private var authorization: (scheme: String, value: String)? {
    guard let header = headers[first: "Authorization"] else { return nil }
    let parts = header.split(scalar: " ", maxSplits: 1).map(String.init)
    return parts.count == 2 && ["Basic", "Bearer"].contains(parts[0]) ? (parts[0], parts[1]) : nil
  }

  private func halves(_ basic: String) -> (client: String, secret: String)? {
    guard let data = Data(base64Encoded: basic) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let colon = text.firstIndex(ofScalar: ":") else { return nil }
    let secret = text.after(colon)
    return (String(text[..<colon]), (try? PercentCoding.decode(secret.utf8)) ?? String(secret))
  }
}

/// The query of a URL. Unchanged parameters stay the same byte for byte.
enum QueryParameters {
  static func of(_ url: String) -> [ParameterEditor.Parameter] {
    Address(url).parameters.map { .init($0.name, $0.value) }
  }

  static func with(_ changes: [ParameterEditor.Parameter], in url: String) -> String {
    let mark = url.firstIndex(ofScalar: "?") ?? url.endIndex
    let query = changed(String(url[mark...].dropFirst()), changes)
    return query.isEmpty ? String(url[..<mark]) : url[..<mark] + "?" + query
  }

  static func changed(_ form: String, _ changes: [ParameterEditor.Parameter]) -> String {
    var pairs = form.split(scalar: "&").compactMap { pair -> String? in
      guard let name = Address.form(String(pair)).first?.name, let change = changes.first(where: { $0.name == name })
      else { return String(pair) }
      return change.value.isEmpty ? nil : PercentCoding.encode([(name, change.value)], .unreserved)
    }
    pairs += changes.compactMap(\.added).map { PercentCoding.encode([$0], .unreserved) }
    return pairs.joined(separator: "&")
  }
}
