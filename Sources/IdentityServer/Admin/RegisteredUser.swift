import Foundation
import SharedValues

/// A person who can sign in, as the administrator sees them: without password and hash.
package struct RegisteredUser: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    /// From config.json; can only be changed there.
    case configuration
    case administrator
  }

  package enum Status: String, Hashable, Sendable {
    case active
    /// Deactivated by the administrator: the user cannot sign in.
    case inactive
    /// Removed from the configuration; becomes active when listed there again.
    case absent
  }

  package var name: String
  package var profile: UserProfile
  package var origin: Origin
  package var status: Status
  package var liveSessions: Int
  /// Active registered instances.
  package var activeClients: Int
}

/// The part of a user that an administrator can edit.
package struct UserProfile: Hashable, Sendable {
  package var givenName: String
  package var familyName: String
  package var email: String
  package var roles: [String]

  package init(givenName: String = "", familyName: String = "", email: String = "", roles: [String] = []) {
    (self.givenName, self.familyName, self.email, self.roles) = (givenName, familyName, email, roles)
  }

  package var fullName: String { givenName + " " + familyName }

  /// The roles in `Manager, IC`: trimmed and without duplicates.
  package static func roles(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(scalar: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }
}
