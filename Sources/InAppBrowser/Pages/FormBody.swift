import SharedValues

/// The body of a posted form and its media type. Never printed, because a person has typed it.
struct FormBody: Sendable {
  let contentType: String
  let content: Secret
  private let characters: CharacterEncoding

  var bytes: [UInt8] { characters.encode(content.revealed) }

  static func urlencoded(_ entries: [(String, String)], _ characters: CharacterEncoding = .utf8) -> FormBody {
    FormBody(
      contentType: "application/x-www-form-urlencoded", content: Secret(URLEncodedForm.encode(entries, characters)),
      characters: .utf8)
  }

  /// - Parameter boundary: text that no value may contain; by default 128 random bits, which none does.
  static func multipart(
    _ entries: [(String, String)], _ characters: CharacterEncoding = .utf8,
    boundary: String = MultipartForm.freshBoundary()
  ) -> FormBody {
    FormBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      content: Secret(MultipartForm.encode(entries, characters, boundary: boundary)), characters: characters)
  }
}

/// `application/x-www-form-urlencoded` (URL standard §5.2).
enum URLEncodedForm {
  static func encode(_ entries: [(String, String)], _ characters: CharacterEncoding = .utf8) -> String {
    func sent(_ text: String) -> String {
      PercentCoding.encode(bytes: characters.encode(FormText.withCRLF(text)), .form)
    }
    return entries.map { sent($0.0) + "=" + sent($0.1) }.joined(separator: "&")
  }
}

/// `multipart/form-data` (RFC 7578; HTML standard, "multipart/form-data encoding algorithm"), without files: some servers
/// use it for all their forms, including logins.
enum MultipartForm {
  static func encode(
    _ entries: [(String, String)], _ characters: CharacterEncoding = .utf8, boundary: String
  ) -> String {
    func sent(_ text: String) -> String { characters.sendable(FormText.withCRLF(text)) }
    return entries.map { name, value in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Escape.multipartName(sent(name)))\"\r\n\r\n\(sent(value))\r\n"
    }.joined() + "--\(boundary)--\r\n"
  }

  /// Random, so that a page cannot know it beforehand and break out of its own value.
  static func freshBoundary() -> String {
    "----form" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }
}

enum FormText {
  /// Line breaks of any kind are sent as CR LF.
  static func withCRLF(_ text: String) -> String {
    text.replacingBytes(of: "\r\n", with: "\n").replacingBytes(of: "\r", with: "\n")
      .replacingBytes(of: "\n", with: "\r\n")
  }
}
