import ForeignText
import SharedValues

/// Parameters in `application/x-www-form-urlencoded` (RFC 6749 appendix B): request bodies, queries, redirects.
struct FormParameters {
  enum Defect: Error { case malformed, duplicate(name: String) }

  private(set) var pairs: [(name: String, value: String)]

  init(_ pairs: [(String, String)] = []) { self.pairs = pairs.map { (name: $0.0, value: $0.1) } }

  /// Reads a query strictly: whole escapes, valid UTF-8, and no name twice (RFC 6749 §3.1).
  /// Parameters without a value count as absent, as §3.1 demands.
  init(parsing query: String) throws(Defect) {
    pairs = []
    var names: Set<String> = []
    for part in query.split(scalar: "&", omittingEmptySubsequences: true) {
      let halves = part.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = try? PercentCoding.decode(halves[0].utf8),
        let value = try? PercentCoding.decode((halves.count > 1 ? halves[1] : "").utf8)
      else { throw .malformed }
      guard names.insert(name).inserted else { throw .duplicate(name: name) }
      if !value.isEmpty { pairs.append((name: name, value: value)) }
    }
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String?) { if let value { pairs.append((name: name, value: value)) } }

  func encoded(_ style: PercentCoding.Style) -> String { PercentCoding.encode(pairs, style) }
}
