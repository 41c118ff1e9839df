#if DEBUG
  // A release build compiles this target, too, and cannot import modules for testing.
  import Foundation

  @testable import IdentityServer

  extension IdentityServer {
    private static let sharedKey = Result { try SigningKeys.make(.rs256) }

    /// Gives a server without keys this process's RSA key under a new id, because making a key takes longer than most tests.
    public func takeSharedSigningKey() async throws {
      var key = try IdentityServer.sharedKey.get()
      key.id = UUID().uuidString
      try await provider.store.addFirstSigningKey(key, now: provider.now)
    }
  }
#endif
