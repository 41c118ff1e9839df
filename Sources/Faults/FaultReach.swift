import SharedValues

/// Where a fault may lead the app: to nobody but the server that it speaks with anyway.
///
/// What is put into an answer can become the address that a code, a secret or a password goes to. So an address in it is one of
/// - an origin of the server's own: the issuer's, or one that its real answer names, such as the ports that the embedded server opened;
/// - a name that nobody has (``ReservedHost``). The app may be shown it; it is neither looked up nor asked.
public struct FaultReach: Sendable {
  private let own: Set<String>

  /// - Parameters:
  ///   - issuer: of the server that the app speaks with.
  ///   - answer: the real one, before the fault.
  public init(issuer: String, answer: JSON? = nil) {
    own = Set(([issuer] + (answer?.texts ?? [])).compactMap { text in AbsoluteURL(text)?.origin })
  }

  /// The first address that is none of these; `nil`: the fault may happen.
  public func foreignAddress(in value: JSON) -> String? {
    value.texts.first { text in
      switch FaultReach.kind(of: text) {
      case .noAddress: false
      case .unclear: true
      case .address(let url, let host): !ReservedHost.contains(host) && !own.contains(url.origin ?? "")
      }
    }
  }

  /// The names that nobody has, but for the server's own.
  public func nobodysHosts(in value: JSON) -> Set<String> {
    Set(
      value.texts.compactMap { text in
        guard case .address(let url, let host) = FaultReach.kind(of: text), ReservedHost.contains(host),
          !own.contains(url.origin ?? "")
        else { return nil }
        return host
      })
  }

  /// What a file may say, whoever the issuer is: addresses on this computer, which may be its own, and those that nobody has.
  static func isLawful(_ value: JSON) -> Bool {
    value.texts.allSatisfy { text in
      switch kind(of: text) {
      case .noAddress: true
      case .unclear: false
      case .address(_, let host): LoopbackHost.contains(host) || ReservedHost.contains(host)
      }
    }
  }

  // MARK: Addresses

  private enum Kind {
    case noAddress
    case address(AbsoluteURL, host: String)
    /// No address as it stands, and a reader that is less strict than this one might make one of it.
    case unclear
  }

  /// The app asks http and https URLs alone.
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
  /// The first address in its faults that is not the issuer's own and that somebody may have; `nil`: there is none.
  public func foreignAddress(issuer: String) -> String? {
    let reach = FaultReach(issuer: issuer)
    return rules.lazy.compactMap { rule in
      if case .wrongMember(_, let value) = rule.defect { reach.foreignAddress(in: value) } else { nil }
    }.first
  }
}

extension JSON {
  /// Every text in it.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
