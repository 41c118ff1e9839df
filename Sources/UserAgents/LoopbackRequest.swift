/// Judges a request to the loopback port before anything else happens (RFC 8252 §8.3, §8.10). Only a navigation to the redirect URI with an answer
/// counts; another page's image or another Host (DNS rebinding) is refused and changes nothing.
struct LoopbackRequest {
  enum Verdict: Hashable {
    /// The whole redirect. The judges of the protocol decide whether it answers the request.
    case redirect(String)
    case refused(status: Int)
  }

  static let limit = 32 * 1024

  /// `127.0.0.1:49152`
  private let authority: String
  private let path: String

  init(for redirectURI: String) {
    let rest = redirectURI.without(prefix: "http://") ?? ""
    let named = rest.prefix(whileScalar: { $0 != "/" && $0 != "?" })
    authority = String(named)
    path = String(rest[named.endIndex...].prefix(whileScalar: { $0 != "?" }))
  }

  /// - Parameter head: everything before the empty line.
  func judge(_ head: [UInt8]) -> Verdict {
    guard head.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
      return .refused(status: 400)
    }
    let lines = String(decoding: head, as: UTF8.self).split(bytes: "\r\n", omittingEmptySubsequences: false)
    let request = lines[0].split(scalar: " ", omittingEmptySubsequences: false)
    guard request.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(request[2]),
      // A line feed or a carriage return that stands alone is read differently by different readers.
      !lines.contains(where: { $0.utf8.contains { $0 == 0x0A || $0 == 0x0D } })
    else {
      return .refused(status: 400)
    }
    guard let headers = LoopbackRequest.headers(lines.dropFirst()) else { return .refused(status: 400) }
    let hosts = headers.filter { $0.name == "host" }
    guard hosts.count == 1 else { return .refused(status: 400) }
    guard isOwn(hosts[0].value) else { return .refused(status: 421) }
    guard request[0] == "GET" else { return .refused(status: 405) }
    let hasBody = headers.contains { name, value in
      name == "transfer-encoding" || (name == "content-length" && value != "0")
    }
    guard !hasBody else { return .refused(status: 400) }
    let target = request[1].split(scalar: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard target[0] == path else { return .refused(status: 404) }
    guard target.count == 2, LoopbackRequest.isAnswer(target[1]), LoopbackRequest.isNavigation(headers) else {
      return .refused(status: 400)
    }
    return .redirect("http://\(authority)\(path)?\(target[1])")
  }

  /// The reader's languages, as the browser sends them (RFC 9110 §12.5.4), to choose the page's words; empty if it sends none.
  static func languages(_ head: [UInt8]) -> String {
    let lines = String(decoding: head, as: UTF8.self).split(bytes: "\r\n")
    return (headers(lines.dropFirst()) ?? []).first { $0.name == "accept-language" }.map { String($0.value) } ?? ""
  }

  private func isOwn(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == authority || (authority.hasSuffix(bytes: ":80") && host + ":80" == authority)
  }

  /// Every answer, also to a sign-out, has one of these (RFC 6749 §4.1.2, RP-Initiated Logout 1.0 §3).
  private static func isAnswer(_ query: Substring) -> Bool {
    query.split(scalar: "&").contains { pair in
      ["state", "code", "error"].contains(pair.prefix(whileScalar: { $0 != "=" }))
    }
  }

  /// Browsers say what a request is for (Fetch Metadata): another page's images and frames do not count.
  private static func isNavigation(_ headers: [(name: String, value: String)]) -> Bool {
    headers.allSatisfy { $0.name != "sec-fetch-dest" || $0.value == "document" }
  }

  private static func headers(_ lines: ArraySlice<Substring>) -> [(name: String, value: String)]? {
    var headers: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(ofScalar: ":"), colon > line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { return nil }
      let value = line.after(colon).trimming { $0 == " " || $0 == "\t" }
      headers.append((line[..<colon].lowercased(), value))
    }
    return headers
  }
}

/// The pages that a browser gets at the loopback port. No scripts, external content or caching: the address contains a code.
enum LoopbackPage {
  static func farewell(_ catalogue: Catalogue = Catalogue()) -> [UInt8] {
    response("200 OK", page(catalogue(.loopbackTitle), catalogue(.loopbackText), catalogue, mark: "&#10003;"))
  }

  static func refusal(_ status: Int, _ catalogue: Catalogue = Catalogue()) -> [UInt8] {
    let reason =
      switch status {
      case 404: "404 Not Found"
      case 405: "405 Method Not Allowed\r\nAllow: GET"
      case 421: "421 Misdirected Request"
      case 431: "431 Request Header Fields Too Large"
      default: "400 Bad Request"
      }
    return response(
      reason, page(catalogue(.loopbackStrayTitle), catalogue(.loopbackStrayText), catalogue, mark: "&#8212;"))
  }

  private static func response(_ status: String, _ body: String) -> [UInt8] {
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY", "Cross-Origin-Opener-Policy: same-origin",
      "Content-Security-Policy: default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  /// Every word comes from the catalogue: nothing of the request is shown.
  private static func page(_ title: String, _ text: String, _ catalogue: Catalogue, mark: String) -> String {
    (Embedded.pages["loopback.html"] ?? "").filled([
      "language": catalogue.language.tag, "title": Escape.html(title), "mark": mark, "text": Escape.html(text),
    ])
  }
}
