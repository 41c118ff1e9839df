import SharedValues

/// A URL split for display. Accepts any text: one that is no URL has no parameters.
struct Address {
  private let url: String

  init(_ url: String) { self.url = url }

  private var end: String.Index { url.utf8.firstIndex { "?#".utf8.contains($0) } ?? url.endIndex }

  /// Everything before query and fragment.
  var base: String { String(url[..<end]) }

  /// The part after scheme and host; all of ``base`` if there is no host.
  var path: String {
    let base = base
    guard let host = base.byteRange(of: "://") else { return base }
    let rest = base[host.upperBound...]
    return rest.firstIndex(ofScalar: "/").map { String(rest[$0...]) } ?? "/"
  }

  var parameters: [NamedValue] {
    url[end...].split(whereScalar: { "?#&".unicodeScalars.contains($0) }).map(Address.parameter)
  }

  /// `application/x-www-form-urlencoded`, as a list.
  static func form(_ body: String) -> [NamedValue] { body.split(scalar: "&").map(parameter) }
  func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func parameter(_ pair: Substring) -> NamedValue {
    let parts = pair.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { PercentCoding.repaired($0.utf8) }
    return NamedValue(parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  /// The end of a path in at most `width` columns, because its end says most: `oauth-token`, `…figuration`.
  static func tail(_ path: String, width: Int, ellipsis: String) -> String {
    guard path.count > width, width > 1 else { return path }
    let last = path.split(scalar: "/").last.map(String.init) ?? path
    if last.count <= width { return last }
    if let short = last.without(prefix: "oauth-"), short.count <= width { return String(short) }
    return ellipsis + last.suffix(width - 1)
  }
}
