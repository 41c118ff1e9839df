import SharedValues

/// Where a fault may lead the app: only to the server that it uses anyway.
///
/// A value in a response can become the address that a code, a secret or a password is sent to. So an address in it has to be one of
/// - an origin of the server itself: the issuer's, or one in its real response, such as the ports that the embedded server opened;
/// - a reserved name that cannot exist (``ReservedHost``). The app may see it, but never resolves it and sends it nothing.
package struct FaultReach: Sendable {
  private let own: Set<String>

  package init(issuer: String, answer: JSON? = nil) {
    own = Set(([issuer] + (answer?.texts ?? [])).compactMap { text in AbsoluteURL(text)?.origin })
  }

  /// The first address that is not allowed; `nil`: the fault may happen.
  package func foreignAddress(in value: JSON) -> String? {
    value.texts.first { text in
      switch FaultReach.kind(of: text) {
      case .noAddress: false
      case .unclear: true
      case .address(let url, let host): !ReservedHost.contains(host) && !own.contains(url.origin ?? "")
      }
    }
  }

  /// The reserved names in the value, except the server's own.
  package func reservedHosts(in value: JSON) -> Set<String> {
    Set(
      value.texts.compactMap { text in
        guard case .address(let url, let host) = FaultReach.kind(of: text), ReservedHost.contains(host),
          !own.contains(url.origin ?? "")
        else { return nil }
        return host
      })
  }

  /// Whether a file may contain this with any issuer: addresses of this computer, which may be the issuer's, and reserved names.
  static func isLawful(_ value: JSON) -> Bool {
    value.texts.allSatisfy { text in
      switch kind(of: text) {
      case .noAddress: true
      case .unclear: false
      case .address(_, let host): LoopbackHost.contains(host) || ReservedHost.contains(host)
      }
    }
  }

  private enum Kind {
    case noAddress
    case address(AbsoluteURL, host: String)
    /// Not an address here, but a less strict reader might take it for one.
    case unclear
  }

  private static func kind(of text: String) -> Kind {
    if let url = AbsoluteURL(text), ["http", "https"].contains(url.scheme), let host = url.host {
      return .address(url, host: host)
    }
    let start = text.unicodeScalars.drop { $0.value <= 0x20 }
    let beginning = String(String.UnicodeScalarView(start.prefix(6))).lowercased().unicodeScalars
    let isUnclear = ["http:", "https:", "//", "/\\", "\\"].contains { beginning.starts(with: $0.unicodeScalars) }
    return isUnclear ? .unclear : .noAddress
  }
}

extension FaultPlan {
  /// The first address in its faults that is neither the issuer's own nor reserved; `nil`: there is none.
  package func foreignAddress(issuer: String) -> String? {
    let reach = FaultReach(issuer: issuer)
    return rules.lazy.compactMap { rule in
      if case .wrongMember(_, let value) = rule.defect { reach.foreignAddress(in: value) } else { nil }
    }.first
  }
}

extension JSON {
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
