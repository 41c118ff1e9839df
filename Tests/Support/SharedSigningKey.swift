#if DEBUG
  // A release build compiles this target, too, and nothing there can be imported for tests.
  import Foundation

  @testable import IdentityServer

  extension IdentityServer {
    private static let sharedKey = Result { try SigningKeys.make(.rs256) }

    /// Gives a server without keys the RSA key of this process, under an id of its own: making one takes longer than most tests.
    public func takeSharedSigningKey() async throws {
      var key = try IdentityServer.sharedKey.get()
      key.id = UUID().uuidString
      try await provider.store.addFirstSigningKey(key, now: provider.now)
    }
  }
#endif
