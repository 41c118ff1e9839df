import Crypto
import Foundation
import OAuthClient
import SharedValues

@testable import DCRTerminal

/// A secure element in this process, for flows that do not test it: real keys, real signatures, no socket.
actor MemoryKeys: SecureKeys {
  private var held: [String: (key: ElementKey, secret: P256.Signing.PrivateKey)] = [:]
  private var challenges: Set<String> = []
  /// The number of signatures made.
  private(set) var signatures = 0

  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey {
    let secret = P256.Signing.PrivateKey()
    let point = Array(secret.publicKey.rawRepresentation)
    guard let publicKey = P256PublicKey(x: Array(point[..<32]), y: Array(point[32...])) else {
      throw SecureElementError.damaged(detail: "a point of the wrong size")
    }
    let key = ElementKey(
      thumbprint: publicKey.thumbprint, use: use, publicKey: publicKey, madeAt: Date(), demandsUser: demandsUser)
    held[key.thumbprint] = (key, secret)
    return key
  }

  func list() async throws -> [ElementKey] { held.values.map(\.key).sorted { $0.madeAt < $1.madeAt } }

  func delete(thumbprint: String) async throws {
    guard held.removeValue(forKey: thumbprint) != nil else { throw SecureElementError.noSuchKey }
  }

  func erase() async throws { held = [:] }

  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8] {
    guard let (key, secret) = held[thumbprint] else { throw SecureElementError.noSuchKey }
    if key.demandsUser {
      guard let presence else {
        let challenge = UUID().uuidString
        challenges.insert(challenge)
        throw SecureElementError.presenceDemanded(challenge: challenge)
      }
      guard challenges.remove(presence.challenge) != nil, presence.verdict == .confirmed else {
        throw SecureElementError.presenceRefused
      }
    }
    signatures += 1
    return Array(try secret.signature(for: bytes).rawRepresentation)
  }
}
