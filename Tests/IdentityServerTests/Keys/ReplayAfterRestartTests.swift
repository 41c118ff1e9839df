import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// After a restart, single-use values stay used (RFC 7523 §3, RFC 9449 §11.1), and unused ones from before stay valid.
@Suite struct ReplayAfterRestartTests {
  private struct Kept: Sendable {
    var app: KeyedApp
    var used: String
    var unused: String
    var usedProof: String
    var unusedProof: String
    var token: String
  }

  /// - Parameter restarts: one element for each restart, the seconds by which the clock has moved.
  @Test(arguments: [[0], [20, 20], [-3600, 3600]]) func aRestartIsNoSecondChance(_ restarts: [TimeInterval])
    async throws
  {
    let home = ServerHome()
    let kept = try await TestServer.with(.inProcess, in: home) { server in
      let (app, _, tokens) = try await server.boundTokens()
      let key = try #require(app.key)
      let token = tokens.token("access_token")
      func assertion() throws -> String { try #require(app.assertion()).signed(key) }
      func proof() -> String {
        Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: token).signed(app.proofKey)
      }
      let kept = Kept(
        app: app, used: try assertion(), unused: try assertion(), usedProof: proof(), unusedProof: proof(), token: token
      )
      #expect(try await app.isRecognised(kept.used).status == 200)
      #expect(try await app.userInfo("DPoP", token, proof: kept.usedProof).status == 200)
      return kept
    }
    for (number, seconds) in restarts.enumerated() {
      home.clock.advance(by: seconds)
      try await TestServer.with(.inProcess, in: home) { server in
        var app = kept.app
        app.server = server
        guard number == restarts.count - 1 else {
          // Another assertion is used at that time.
          #expect(try await app.isRecognised(try #require(app.assertion()).signed(try #require(app.key))).status == 200)
          return
        }
        #expect(try await app.isRecognised(kept.used).error == "invalid_client")
        let replayed = try await app.userInfo("DPoP", kept.token, proof: kept.usedProof)
        #expect(replayed.headers[first: "WWW-Authenticate"]?.contains("invalid_dpop_proof") == true)
        // Made just before the restart and sent after it.
        #expect(try await app.isRecognised(kept.unused).status == 200)
        #expect(try await app.userInfo("DPoP", kept.token, proof: kept.unusedProof).status == 200)
      }
    }
  }
}
