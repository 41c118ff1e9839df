import ForeignText
import SharedValues

/// The body of a posted form and the media type that says how to read it. Prints nothing of what a person has typed.
struct FormBody: Sendable {
  let contentType: String
  let content: Secret

  static func urlencoded(_ entries: [(String, String)]) -> FormBody {
    FormBody(contentType: "application/x-www-form-urlencoded", content: Secret(URLEncodedForm.encode(entries)))
  }

  /// - Parameter boundary: what no value may hold; 128 random bits by default, so that none does.
  static func multipart(_ entries: [(String, String)], boundary: String = MultipartForm.freshBoundary()) -> FormBody {
    FormBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      content: Secret(MultipartForm.encode(entries, boundary: boundary)))
  }
}

/// `application/x-www-form-urlencoded` (URL standard §5.2).
enum URLEncodedForm {
  static func encode(_ entries: [(String, String)]) -> String {
    PercentCoding.encode(entries.map { (name: FormText.withCRLF($0.0), value: FormText.withCRLF($0.1)) }, .form)
  }
}

/// `multipart/form-data` (RFC 7578; HTML standard, "multipart/form-data encoding algorithm"), without files: some servers
/// let every form of theirs be sent like this, login forms too.
enum MultipartForm {
  static func encode(_ entries: [(String, String)], boundary: String) -> String {
    entries.map { name, value in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Escape.multipartName(FormText.withCRLF(name)))\"\r\n\r\n\(FormText.withCRLF(value))\r\n"
    }.joined() + "--\(boundary)--\r\n"
  }

  /// Random, so that no page can know it beforehand and break out of its own value.
  static func freshBoundary() -> String {
    "----form" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }
}

enum FormText {
  /// Line breaks are sent as CR LF, whatever they were typed as.
  static func withCRLF(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }) else { return text }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        if previous != "\r" { result.append("\r") }
        result.append("\n")
      } else {
        if previous == "\r" { result.append("\n") }
        result.append(scalar)
      }
      previous = scalar
    }
    if previous == "\r" { result.append("\n") }
    return String(result)
  }
}
