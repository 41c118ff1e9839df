import ForeignText
import Foundation

/// A person who can sign in, as the administrator sees them. There is no password in it, and no hash.
public struct RegisteredUser: Hashable, Sendable {
  public enum Origin: String, Hashable, Sendable {
    /// Stands in config.json and is changed there alone.
    case configuration
    case administrator
  }

  public enum Status: String, Hashable, Sendable {
    case active
    /// The administrator has deactivated the user: nobody can sign in with the name.
    case inactive
    /// No longer in the configuration. Comes back with it.
    case absent
  }

  public var name: String
  public var givenName: String
  public var familyName: String
  public var email: String
  public var roles: [String]
  public var origin: Origin
  public var status: Status
  public var liveSessions: Int
  /// Registered instances that are active.
  public var activeClients: Int
}

/// What an administrator may say about a user.
public struct UserProfile: Hashable, Sendable {
  public var givenName: String
  public var familyName: String
  public var email: String
  public var roles: [String]

  public init(givenName: String = "", familyName: String = "", email: String = "", roles: [String] = []) {
    (self.givenName, self.familyName, self.email, self.roles) = (givenName, familyName, email, roles)
  }
}

extension UserProfile {
  /// The roles in `Manager, IC`: each once, without what stands around them.
  public static func roles(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(scalar: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }
}
