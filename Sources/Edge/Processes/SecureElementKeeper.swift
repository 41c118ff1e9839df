import Glibc
import Logging
import SecureElement

/// Runs the phone's secure element, `dcr-secure-element`: from the first request, again if it has died, to ``stop()`` or the end of this process.
/// Only that process has the keys. Two apps of one device have an element each and see the same keys.
package actor SecureElementKeeper: SecureKeys {
  private let folder: String
  private let device: String
  private let program: String?
  private let log: Logger
  private var running: (program: ProgramDialogue, client: SecureElementClient)?
  private var starting: Task<Result<SecureElementClient, SecureElementError>, Never>?

  private static let patience: Duration = .seconds(10)

  /// - Parameter program: its path; `nil`: looked for beside this program and in PATH when needed.
  package init(_ data: DataDirectory, program: String? = nil, log: Logger) {
    (folder, device, self.program, self.log) = (data.secureElementPath, data.device, program, log)
  }

  package var process: pid_t? { running.flatMap { $0.program.isRunning ? $0.program.pid : nil } }

  package func make(use: KeyUse, demandsUser: Bool) async throws(SecureElementError) -> ElementKey {
    let key = try await asking { client throws(SecureElementError) in
      try await client.make(use: use, demandsUser: demandsUser)
    }
    log.info("key made", metadata: ["thumbprint": "\(key.thumbprint)", "use": "\(use.rawValue)"])
    return key
  }

  /// Starts nothing if the device has never had a key.
  package func list() async throws(SecureElementError) -> [ElementKey] {
    guard hasFolder else { return [] }
    return try await asking { client throws(SecureElementError) in try await client.list() }
  }

  package func delete(thumbprint: String) async throws(SecureElementError) {
    try await asking { client throws(SecureElementError) in try await client.delete(thumbprint: thumbprint) }
    log.info("key deleted", metadata: ["thumbprint": "\(thumbprint)"])
  }

  package func sign(
    _ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?
  ) async throws(SecureElementError) -> [UInt8] {
    try await asking { client throws(SecureElementError) in
      try await client.sign(bytes, with: thumbprint, presence: presence)
    }
  }

  package func erase() async throws(SecureElementError) {
    guard hasFolder else { return }
    try await asking { client throws(SecureElementError) in try await client.erase() }
    log.info("keys erased")
  }

  /// Ends the process and waits for it. A later request starts it again.
  package func stop() async {
    _ = await starting?.value
    guard let (program, _) = running else { return }
    running = nil
    await program.end()
  }

  private var hasFolder: Bool { access(folder, F_OK) == 0 }

  /// - Throws: the element's error; `unavailable` if it cannot be started or has died twice.
  private func asking<Answer: Sendable>(
    _ request: (SecureElementClient) async throws(SecureElementError) -> Answer
  ) async throws(SecureElementError) -> Answer {
    let client = try await client()
    do throws(SecureElementError) { return try await request(client) } catch {
      guard error.code == .unavailable, await hasEnded() else { throw error }
      log.warning("the secure element has ended; it is started anew")
      return try await request(try await self.client())
    }
  }

  /// The element's socket closes a moment before its end is noticed.
  private func hasEnded() async -> Bool {
    for _ in 0..<50 where process != nil { try? await Task.sleep(for: .milliseconds(20)) }
    return process == nil
  }

  private func client() async throws(SecureElementError) -> SecureElementClient {
    if let running, running.program.isRunning { return running.client }
    let task = starting ?? Task { await start() }
    starting = task
    return try await task.value.get()
  }

  private func start() async -> Result<SecureElementClient, SecureElementError> {
    defer { starting = nil }
    do throws(SecureElementError) {
      let (program, said) = try await SecureElementKeeper.started(program, folder, device)
      guard said == "ready" else {
        await program.end()
        throw SecureElementKeeper.refusal(said)
      }
      let client = SecureElementClient(folder: folder, process: program.pid)
      running = (program, client)
      return .success(client)
    } catch {
      log.error("the secure element cannot be used", metadata: ["code": "\(error.code.rawValue)"])
      return .failure(error)
    }
  }
}

extension SecureElementKeeper {
  /// Works with a device's element, which is stopped afterwards.
  package static func visit<Answer: Sendable>(
    _ data: DataDirectory, log: Logger, isolation: isolated (any Actor)? = #isolation,
    _ work: (SecureElementKeeper) async throws(SecureElementError) -> Answer
  ) async -> Result<Answer, SecureElementError> {
    let keeper = SecureElementKeeper(data, log: log)
    let result: Result<Answer, SecureElementError>
    do throws(SecureElementError) { result = .success(try await work(keeper)) } catch { result = .failure(error) }
    await keeper.stop()
    return result
  }

  package static func examine(_ data: DataDirectory) async throws(SecureElementError) -> Int {
    let (program, said) = try await started(nil, data.secureElementPath, data.device, ["--check"])
    await program.end()
    guard let count = said?.without(prefix: "ready ").flatMap({ Int($0) }) else { throw refusal(said) }
    return count
  }

  private static func started(
    _ program: String?, _ folder: String, _ owner: String, _ more: [String] = []
  ) async throws(SecureElementError) -> (program: ProgramDialogue, said: String?) {
    let dialogue: ProgramDialogue
    do throws(CommandError) {
      let path =
        if let program { program } else {
          try OwnPrograms.path(of: "dcr-secure-element") {
            CommandError(SecureElementError.Code.unavailable, ["detail": $0])
          }
        }
      dialogue = try ProgramDialogue(path, ["--folder", folder, "--owner", owner] + more, limit: patience)
    } catch {
      throw .unavailable(
        detail: [error["path"], error["detail"]].compactMap(\.self).joined(separator: ": "))
    }
    return (dialogue, await dialogue.ask())
  }

  private static func refusal(_ said: String?) -> SecureElementError {
    guard let said else { return .unavailable(detail: "dcr-secure-element ended before it was ready") }
    guard let answer = try? ElementAnswer(line: Array(said.utf8)), case .failed(let error) = answer else {
      return .protocolBroken(detail: "dcr-secure-element said something else at its start")
    }
    return error
  }
}
