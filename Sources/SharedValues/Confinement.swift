import FoundationEssentials

/// What a program may reach while it plays a file from a stranger: a script, a bundle of evidence, a lesson.
///
/// Such a file can make the program show things; it reaches no other program and no other computer, unless the person who runs it allows it. A
/// confined program passes its confinement on, in the environment, to every program that it starts.
public struct Confinement: Hashable, Sendable {
  public var allowsPrograms: Bool
  public var allowsServers: Bool

  /// For a program that a person started: nothing is restricted.
  public static let none = Confinement(allowsPrograms: true, allowsServers: true)
  /// For a program that plays a stranger's file: it may start no other program and reach no other computer.
  public static let whole = Confinement(allowsPrograms: false, allowsServers: false)

  public init(allowsPrograms: Bool, allowsServers: Bool) {
    (self.allowsPrograms, self.allowsServers) = (allowsPrograms, allowsServers)
  }

  /// The environment variable: what is *not* allowed, separated by commas.
  public static let variable = "DCR_TERMINAL_CONFINED"

  private static let programs = "programs"
  private static let servers = "servers"

  public init(environment: [String: String]) {
    let denied = Set((environment[Confinement.variable] ?? "").split(scalar: ",").map(String.init))
    self.init(
      allowsPrograms: !denied.contains(Confinement.programs), allowsServers: !denied.contains(Confinement.servers))
  }

  /// The value of ``variable``; `nil`: nothing is denied.
  public var environmentValue: String? {
    let denied = (allowsPrograms ? [] : [Confinement.programs]) + (allowsServers ? [] : [Confinement.servers])
    return denied.isEmpty ? nil : denied.joined(separator: ",")
  }

  /// - Parameter host: in lower case; an IPv6 address with or without brackets.
  public func allows(host: String) -> Bool {
    allowsServers || LoopbackHost.contains(host) || ReservedHost.contains(host)
  }

  /// Whether this text names no forbidden server: it is no http(s) URL, or its host is allowed.
  public func allows(url text: String) -> Bool {
    let scheme = text.prefix(whileScalar: { $0 != ":" }).lowercased()
    guard scheme == "http" || scheme == "https" else { return true }
    guard let host = URLComponents(string: text)?.host, !host.isEmpty else { return false }
    return allows(host: host.lowercased())
  }
}

/// This computer's own names: `localhost`, 127.0.0.0/8 and ::1 (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
public enum LoopbackHost {
  /// - Parameter host: in lower case; an IPv6 address with or without brackets.
  public static func contains(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let octets = host.split(scalar: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127"
      && octets.allSatisfy { octet in UInt8(octet) != nil && octet.utf8.allSatisfy(\.isASCIIDigit) }
  }
}

/// `.example` and `.invalid` cannot be registered (RFC 2606 §2). `.test` is different: companies may run servers there.
public enum ReservedHost {
  public static func contains(_ host: String) -> Bool {
    guard let last = host.split(scalar: ".").last else { return false }
    return ["example", "invalid"].contains(last)
  }
}
