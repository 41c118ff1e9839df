/// Escapes text for foreign formats: one function per format, scalar by scalar, as the format's parsers read it.
///
/// Every writer of this product uses these functions; `scripts/check-text` refuses others.
public enum Escape {
  /// - Parameter replacement: `nil` keeps the scalar.
  public static func scalars(of text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var escaped = ""
    var kept = text.startIndex
    let scalars = text.unicodeScalars
    for place in scalars.indices {
      guard let other = replacement(scalars[place]) else { continue }
      escaped.unicodeScalars += scalars[kept..<place]
      escaped += other
      kept = scalars.index(after: place)
    }
    guard kept > text.startIndex else { return text }
    escaped.unicodeScalars += scalars[kept...]
    return escaped
  }

  static func scalars(of text: String, _ replacements: [Unicode.Scalar: String]) -> String {
    scalars(of: text) { replacements[$0] }
  }

  /// Within single quotes only the quote is special (Shell Command Language §2.2.2). A NUL is dropped: no argument can hold one.
  public static func shellWord(_ text: String) -> String {
    "'" + scalars(of: text) { $0 == "'" ? "'\\''" : $0 == "\0" ? "" : nil } + "'"
  }

  /// An argument of the key `Exec` (Desktop Entry Specification 1.5, "The Exec key"): one plain word stays as it is, which every desktop and the
  /// `xdg-open` without one can read; other text goes into double quotes, in which `"`, `` ` ``, `$` and `\` get a backslash. A percent sign is
  /// doubled. The whole value must also go through ``desktopString(_:)``.
  public static func desktopArgument(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:@+,=%".unicodeScalars.contains(scalar)
    }
    let escaped = scalars(of: text, ["\"": "\\\"", "`": "\\`", "$": "\\$", "\\": "\\\\", "%": "%%"])
    return isPlain && !text.isEmpty ? escaped : "\"" + escaped + "\""
  }

  /// A value of the type string (Desktop Entry Specification 1.5, "Possible value types").
  public static func desktopString(_ text: String) -> String {
    scalars(of: text, ["\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"])
  }

  /// A value in a logfmt line, which cannot be mistaken for another key. Quoted unless it is one plain word.
  public static func logfmtValue(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
        && !"\"=\\".unicodeScalars.contains(scalar)
    }
    if isPlain, !text.isEmpty { return text }
    return "\"" + scalars(of: text, backslashed) + "\""
  }

  /// A label's value, and the text of a `HELP` line (OpenMetrics 1.0.0, "ABNF").
  public static func metricsLabel(_ text: String) -> String {
    scalars(of: text) { $0 == "\t" || $0 == "\r" ? nil : backslashed($0) }
  }

  static func backslashed(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\\": "\\\\"
    case "\"": "\\\""
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: nil
    }
  }

  /// A pattern that matches the text literally in SQLite's `LIKE … ESCAPE '\'`.
  public static func likePattern(_ text: String) -> String {
    scalars(of: text) { "\\%_".unicodeScalars.contains($0) ? "\\" + String($0) : nil }
  }

  /// A field of a CSV file (RFC 4180 §2). Text that a spreadsheet would take for a formula gets a leading apostrophe.
  public static func csvField(_ field: String) -> String {
    let first = field.unicodeScalars.first
    let safe = first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'" + field : field
    guard safe.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return safe }
    return "\"" + scalars(of: safe) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// The name of a part of `multipart/form-data` (HTML standard, "multipart/form-data encoding algorithm").
  public static func multipartName(_ name: String) -> String {
    scalars(of: name, ["\r": "%0D", "\n": "%0A", "\"": "%22"])
  }
}
