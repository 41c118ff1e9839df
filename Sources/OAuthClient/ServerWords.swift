import SharedValues

/// A server's explanation of a refusal, wherever it is: in OAuth's own member, in those of others (problem details, Okta, WordPress, Spring, Django),
/// in a line of plain text, in the title of a page, in the address of a redirect. Only for people: no decision depends on it.
///
/// One line, cut to ``limit`` characters, without control characters. It must be shown as the server's words.
enum ServerWords {
  static let limit = 300

  static func excerpt(_ response: HTTPResponse) -> String? {
    guard response.status >= 400 else { return destination(response) ?? title(response) }
    if let json = try? JSON.parse(response.words) { return excerpt(of: json) }
    let text = start(of: response)
    if isPage(response, text) { return page(text) }
    let type = response.contentType
    // Other types may be pictures.
    return type.isEmpty || type.hasPrefix(bytes: "text/") ? cut(text) : nil
  }

  /// Where a redirect leads, without query and fragment: these may contain a code or a token.
  private static func destination(_ response: HTTPResponse) -> String? {
    guard response.status >= 300 else { return nil }
    return response.headers[first: "Location"].flatMap {
      cut(String($0.prefix(whileScalar: { $0 != "?" && $0 != "#" })))
    }
  }

  /// For an answer that is no error: only a page's title is read, because any other body may contain tokens.
  static func title(_ response: HTTPResponse) -> String? {
    let text = start(of: response)
    return isPage(response, text) ? page(text) : nil
  }

  private static func start(of response: HTTPResponse) -> String {
    String(response.words.unicodeScalars.prefix(longest))
  }

  private static func isPage(_ response: HTTPResponse, _ text: String) -> Bool {
    ["text/html", "application/xhtml+xml"].contains(response.contentType)
      || text.withoutEdgeSpaces.hasPrefix(bytes: "<")
  }

  static func excerpt(of json: JSON) -> String? { words(json, depth: 3).flatMap(cut) }

  static func cut(_ text: String) -> String? {
    let words = text.quotable(limit * 8).split(whereScalar: { $0.properties.isWhitespace }).joined(separator: " ")
    return words.isEmpty ? nil : words.quotable(limit)
  }

  private static let longest = 16_384

  /// The members that are searched for words, the more informative ones first.
  private static let names = [
    "error_description", "errorSummary", "detail", "message", "error_message", "errorMessage", "msg", "description",
    "title", "reason", "error", "errors", "errorCauses", "details",
  ]

  /// Members that may only sum up, as `Bad Request` does, and those that then say what is wrong (Okta, WSO2, ASP.NET).
  private static let summaries: Set = ["errorSummary", "message", "title"]
  private static let causes = ["errorCauses", "errors", "details", "description"]

  private static func words(_ json: JSON, depth: Int) -> String? {
    switch json {
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let values) where depth > 0:
      let found = values.prefix(3).compactMap { words($0, depth: depth - 1) }
      return found.isEmpty ? nil : found.joined(separator: "; ")
    case .object(let members) where depth > 0:
      for name in names {
        guard let value = json[name], let found = words(value, depth: depth - 1) else { continue }
        guard summaries.contains(name) else { return found }
        let cause = causes.lazy.compactMap { json[$0].flatMap { words($0, depth: depth - 1) } }.first
        return cause.map { "\(found.without(suffix: ".") ?? found[...]): \($0)" } ?? found
      }
      return complaints(members)
    default: return nil
    }
  }

  /// `{"redirect_uris": ["enter a valid URL"]}`: the complaints about members of the request.
  private static func complaints(_ members: [JSON.Member]) -> String? {
    let found = members.lazy.filter { !($0.value.stringArray ?? []).isEmpty }.prefix(3).map { member in
      "\(member.name): \((member.value.stringArray ?? []).prefix(3).joined(separator: " "))"
    }
    return found.isEmpty ? nil : found.joined(separator: "; ")
  }

  /// The title of a page, or else its first heading.
  private static func page(_ text: String) -> String? {
    element("title", in: text).flatMap(cut) ?? element("h1", in: text).flatMap(cut)
  }

  private static func element(_ name: String, in text: String) -> String? {
    guard let start = text.byteRange(of: "<" + name, ignoringCase: true),
      let open = text[start.upperBound...].firstIndex(ofScalar: ">"),
      let end = text.after(open).byteRange(of: "</" + name, ignoringCase: true)
    else { return nil }
    return plain(text.after(open)[..<end.lowerBound])
  }

  private static func plain(_ markup: Substring) -> String {
    var text = ""
    var rest = markup
    while let open = rest.firstIndex(ofScalar: "<") {
      text += rest[..<open] + " "
      guard let close = rest[open...].firstIndex(ofScalar: ">") else { return text }
      rest = rest.after(close)
    }
    return Escape.withoutEntities(text + rest)
  }
}

extension HTTPResponse {
  /// The body for people and for the errors in it: UTF-8, or else ISO 8859-1, in which some servers write their errors.
  var words: String {
    String(validating: body, as: UTF8.self) ?? String(decoding: body.map(UInt16.init), as: UTF16.self)
  }
}
