import AppState
import Foundation
import Keystore
import Logging
import SharedValues
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import UserAgents

/// The command `keys`, `doctor`'s check of the secure element, and forgetting a device.
@Suite(.timeLimit(.minutes(5))) struct KeysCommandTests {
  private let world: ProgramWorld
  private let data: DataDirectory
  private let element: SecureElementKeeper

  init() throws {
    world = try ProgramWorld()
    data = try DataDirectory(path: world.folder.path + "/data", device: "phone")
    element = SecureElementKeeper(
      data, program: BuiltProgram.path("dcr-secure-element"),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func keysAreListedShownAndDeleted() async throws {
    let keys = [
      try await element.make(use: .clientAuthentication, demandsUser: false),
      try await element.make(use: .dpop, demandsUser: true),
    ]
    let listed = try await world.run(["keys", "list", "--json"])
    #expect(listed.exit == .code(0) && listed.errors.isEmpty)
    let objects = listed.objects.first?.arrayValue ?? []
    #expect(objects.map { $0["thumbprint"]?.stringValue } == keys.map(\.thumbprint))
    #expect(objects.map { $0["use"]?.stringValue } == ["client-authentication", "dpop"])
    #expect(objects.map { $0["demands_user"]?.boolValue } == [false, true])

    let table = try await world.run(["keys", "list"])
    #expect(keys.allSatisfy { table.text.contains($0.thumbprint) })

    let shown = try await world.run(["keys", "show", keys[1].thumbprint, "--json"])
    let jwk = shown.objects.first?["jwk"]
    #expect(jwk?.objectValue?.map(\.name) == ["kty", "crv", "x", "y"])
    #expect(jwk?["x"]?.stringValue == Base64URL.encode(keys[1].publicKey.x))
    let lines = try await world.run(["keys", "show", keys[1].thumbprint])
    #expect(lines.text.contains("dpop") && lines.text.contains(Base64URL.encode(keys[1].publicKey.y)))

    let deleted = try await world.run(["keys", "delete", keys[0].thumbprint, "--yes"])
    #expect(deleted.exit == .code(0) && deleted.text.contains(keys[0].thumbprint))
    #expect(try await element.list() == [keys[1]])
    #expect(try await world.run(["keys", "delete", "--all", "--yes", "--json"]).objects.first?["deleted"] == "all")
    #expect(try await element.list() == [])
    await element.stop()
  }

  @Test func aPhoneWithoutKeysSaysSo() async throws {
    let listed = try await world.run(["keys", "list"])
    #expect(listed.exit == .code(0) && listed.text.contains("holds no key"))
    #expect(try await world.run(["keys", "list", "--json"]).text == "[]\n")
    #expect(!FileManager.default.fileExists(atPath: data.secureElementsPath))
  }

  @Test func mistakesHaveTheirExitCodes() async throws {
    let key = try await element.make(use: .dpop, demandsUser: false)
    for words in [["show", "abc"], ["delete", "abc", "--yes"]] {
      let run = try await world.run(["keys"] + words)
      #expect(run.exit == .code(65) && run.errors.contains("has no key abc") && run.errors.contains("\nhint: "))
    }
    for words in [
      ["delete", key.thumbprint], ["delete", "--yes"], ["delete", key.thumbprint, "--all", "--yes"], ["show"],
    ] {
      #expect(try await world.run(["keys"] + words).exit == .code(64), "\(words)")
    }
    let lock = try DeviceLock(data)
    #expect(try await world.run(["keys", "delete", key.thumbprint, "--yes"]).exit == .code(75))
    lock.release()
    await element.stop()
    world.folder.write("data/secure-elements/phone/keys", "damaged")
    let damaged = try await world.run(["keys", "list"])
    #expect(damaged.exit == .code(65) && damaged.errors.contains("keys delete --all"))
  }

  @Test func doctorTestsTheElement() async throws {
    _ = try await element.make(use: .dpop, demandsUser: false)
    await element.stop()
    let found = try await world.run(["doctor", "--json"]).objects.first { $0["check"] == "secure_element" }
    #expect(found?["verdict"] == "ok" && found?["text"]?.stringValue?.contains("one key") == true)
    world.folder.write("data/secure-elements/phone/keys", "damaged")
    let worse = try await world.run(["doctor", "--json"]).objects.first { $0["check"] == "secure_element" }
    // Nothing here needs a key, so the finding is a note.
    #expect(worse?["verdict"] == "note")
  }

  /// Forget This Device, and Start Over, which uses the same effect.
  @Test @MainActor func aForgottenDeviceHasNoKeys() async throws {
    _ = try await element.make(use: .dpop, demandsUser: false)
    let keystore = FileKeystore(directory: data.devicePath)
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = EffectRunner(
      EffectRunner.Surroundings(
        manager: ApplicationStateManager(keystore: keystore, issuer: "https://example.com", time: .system),
        server: ForeignServer(), transport: { NoTransport() }, userAgents: UserAgents(always: NoBrowser()),
        keys: KeyProvider(element, time: .system), dispatchFolder: "/nowhere",
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
      inbox: { feed.yield($0) }, quit: {})
    runner.run(.eraseKeystore(1))
    for await answer in answers {
      if case .answered(_, .erased) = answer {} else { Issue.record("\(answer)") }
      break
    }
    #expect(try await element.list() == [])
    #expect(!FileManager.default.fileExists(atPath: data.secureElementPath + "/keys"))
    await element.stop()
  }
}

private struct NoTransport: Transport {
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    throw TransportFailure(.cancelled)
  }
}

private struct NoBrowser: ExternalUserAgent {
  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome { .closed }
  func clearData() async -> [String] { [] }
}
