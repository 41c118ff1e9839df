import ForeignText
import Foundation

/// A person who can sign in, as the administrator sees them: without password and hash.
public struct RegisteredUser: Hashable, Sendable {
  public enum Origin: String, Hashable, Sendable {
    /// From config.json; can only be changed there.
    case configuration
    case administrator
  }

  public enum Status: String, Hashable, Sendable {
    case active
    /// Deactivated by the administrator: the user cannot sign in.
    case inactive
    /// Removed from the configuration; becomes active when listed there again.
    case absent
  }

  public var name: String
  public var profile: UserProfile
  public var origin: Origin
  public var status: Status
  public var liveSessions: Int
  /// Active registered instances.
  public var activeClients: Int
}

/// The part of a user that an administrator can edit.
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
  public var fullName: String { givenName + " " + familyName }

  /// The roles in `Manager, IC`: trimmed and without duplicates.
  public static func roles(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(scalar: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }
}
