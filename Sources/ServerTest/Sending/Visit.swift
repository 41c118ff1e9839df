import FoundationEssentials
import SharedValues

/// What the browser met from one address on, as `dcr-browser` tells it to a test.
package struct Visit: Sendable {
  package struct Hop: Hashable, Sendable {
    package var method: String
    /// Origin and path, without a query.
    package var target: String
    /// 0: no answer came.
    package var status: Int
    package var failure: String
    package var hasPassword: Bool
  }

  package var hops: [Hop] = []
  /// Where the browser was sent outside of the server, whole; `nil`: it ended at a page.
  package var redirect: Secret?
  /// How it ended without a redirect: a code of the browser's errors.
  package var end: String?
  /// How often it posted the password.
  package var passwords = 0
  package var time: Date

  package init(time: Date) { self.time = time }

  /// - Parameter text: the line that the browser wrote. `nil`: it is no such line.
  package init?(_ text: String, time: Date) {
    guard let json = try? JSON.parse(text), let hops = json["hops"]?.arrayValue else { return nil }
    self.time = time
    self.hops = hops.map { hop in
      Hop(
        method: hop["method"]?.stringValue ?? "", target: hop["target"]?.stringValue ?? "",
        status: hop["status"]?.intValue ?? 0, failure: hop["failure"]?.stringValue ?? "",
        hasPassword: hop["password"]?.boolValue ?? false)
    }
    redirect = json["redirect"]?.stringValue.map { Secret($0) }
    end = json["end"]?.stringValue
    passwords = self.hops.count(where: \.hasPassword)
  }

  /// The parameters of the redirect, in its query or its fragment; the first of each name.
  package func parameter(_ name: String) -> String? {
    guard let redirect else { return nil }
    let rest = redirect.revealed.drop(whileScalar: { $0 != "?" && $0 != "#" })
    for pair in rest.split(whereScalar: { $0 == "?" || $0 == "#" || $0 == "&" }) {
      let halves = pair.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2, PercentCoding.repaired(halves[0].utf8) == name {
        return PercentCoding.repaired(halves[1].utf8)
      }
    }
    return nil
  }

  package var base: String? {
    redirect.map { String($0.revealed.prefix(whileScalar: { $0 != "?" && $0 != "#" })) }
  }

  /// Judges the visit by a parameter that a good answer brings: `code`, or `access_token`.
  package func judged(for name: String = "code") -> Judged { Judged(outcome(name), time) }

  private func outcome(_ name: String) -> Outcome {
    if redirect != nil {
      if let value = parameter(name), !value.isEmpty { return .accepted }
      if let error = parameter("error") {
        let known = OAuthErrorName.named(error)
        return ["temporarily_unavailable", "server_error"].contains(error)
          ? .unclear(error) : .refused(status: 0, error: known)
      }
      return .refused(status: 0, error: nil)
    }
    let last = hops.last
    if let last, !last.failure.isEmpty { return .unclear("no answer: \(last.failure)") }
    if let last, last.status >= 500 || last.status == 429 { return .unclear("status \(last.status)") }
    switch end {
    case "page_failed", "browser_no_way_on", "browser_stuck", "sign_out_unconfirmed", "page":
      return .refused(status: last?.status ?? 0, error: nil)
    case let end?: return .unclear(end)
    case nil: return .unclear("the browser said nothing")
    }
  }
}
