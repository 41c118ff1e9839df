/// Text on its way into a foreign format: one function a format, scalar by scalar, as that format's parsers read.
///
/// Every writer of this product uses these, and `scripts/check-text` refuses another way.
public enum Escape {
  /// The text with some scalars written as something else.
  ///
  /// - Parameter replacement: `nil` leaves the scalar as it is.
  static func scalars(of text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
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

  /// One word of a POSIX shell (Shell Command Language §2.2.2): within single quotes everything is itself but they. A NUL is
  /// left out: no argument can hold one.
  public static func shellWord(_ text: String) -> String {
    "'" + scalars(of: text) { $0 == "'" ? "'\\''" : $0 == "\0" ? "" : nil } + "'"
  }

  /// An argument of the key `Exec` (Desktop Entry Specification 1.5, "The Exec key"): as it is where it is one plain word, which
  /// every desktop reads, and the `xdg-open` of no desktop, too; otherwise in double quotes, in which `"`, `` ` ``, `$` and `\` take a backslash.
  /// A percent sign is doubled. The whole value is a ``desktopString(_:)`` besides.
  public static func desktopArgument(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:@+,=%".unicodeScalars.contains(scalar)
    }
    let escaped = scalars(of: text) { scalar in
      switch scalar {
      case "\"", "`", "$", "\\": "\\" + String(scalar)
      case "%": "%%"
      default: nil
      }
    }
    return isPlain && !text.isEmpty ? escaped : "\"" + escaped + "\""
  }

  /// A value of the type string (Desktop Entry Specification 1.5, "Possible value types").
  public static func desktopString(_ text: String) -> String {
    scalars(of: text) { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: nil
      }
    }
  }

  /// A value of a line of logfmt: it cannot be taken for another key. In quotes where it is not one plain word.
  public static func logfmtValue(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
        && !"\"=\\".unicodeScalars.contains(scalar)
    }
    if isPlain, !text.isEmpty { return text }
    return "\"" + scalars(of: text, backslashed) + "\""
  }

  /// A value of a label, and the text of a `HELP` line (OpenMetrics 1.0.0, "ABNF").
  public static func metricsLabel(_ text: String) -> String {
    scalars(of: text) { $0 == "\t" || $0 == "\r" ? nil : backslashed($0) }
  }

  private static func backslashed(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\\": "\\\\"
    case "\"": "\\\""
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: nil
    }
  }

  /// A text to be found as it is by SQLite's `LIKE … ESCAPE '\'`.
  public static func likePattern(_ text: String) -> String {
    scalars(of: text) { "\\%_".unicodeScalars.contains($0) ? "\\" + String($0) : nil }
  }

  /// A field of a CSV file (RFC 4180 §2). What a spreadsheet would take for a formula gets an apostrophe before it.
  public static func csvField(_ field: String) -> String {
    let first = field.unicodeScalars.first
    let safe = first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'" + field : field
    guard safe.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return safe }
    return "\"" + scalars(of: safe) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// The name of a part of `multipart/form-data` (HTML standard, "multipart/form-data encoding algorithm").
  public static func multipartName(_ name: String) -> String {
    scalars(of: name) { scalar in
      switch scalar {
      case "\r": "%0D"
      case "\n": "%0A"
      case "\"": "%22"
      default: nil
      }
    }
  }
}
