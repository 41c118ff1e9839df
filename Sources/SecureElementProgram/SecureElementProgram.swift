import ArgumentParser
import CProcess
import Dispatch
import FoundationEssentials
import Glibc
import LocalSockets
import OpenSSLCrypto
import SecureElement
import SharedValues
import SmallFiles

/// `dcr-secure-element`: makes keys and signs with them for the one process that started it, and ends with that process.
///
/// It writes one line to standard output: `ready` when its socket exists, or why it cannot. The end of its standard input means that the app has
/// ended, for whatever reason.
@main struct SecureElementProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dcr-secure-element",
    abstract: "The secure element of DCR Terminal's phone. The app starts it; there is nothing to call by hand.",
    version: ProductVersion.text)

  @Option(help: ArgumentHelp("Where its keys are.", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The phone whose app asks.", valueName: "name"))
  var owner: String

  @Option(help: ArgumentHelp("How long a question to the user is open, 60 at most.", valueName: "seconds"))
  var patience = PresenceAnswer.patience

  @Flag(help: "Try it out and look at the keys; make and change nothing.") var check = false

  func validate() throws {
    guard (1...64).contains(owner.utf8.count) else { throw ValidationError("an owner's name has 1 to 64 bytes") }
    guard (1...PresenceAnswer.patience).contains(patience) else {
      throw ValidationError("a question is open for 1 to \(PresenceAnswer.patience) seconds")
    }
  }

  static func main() {
    process_fill_streams()
    // The memory holds private keys.
    process_forbid_dumps()
    SecureMemory.reserve(bytes: 1 << 18)
    // Only the app reacts to the terminal's signals; and a reader that has gone away is an error of the write.
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGHUP] { signal(number, SIG_IGN) }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as SecureElementError {
      Descriptor.write(String(decoding: ElementAnswer.failed(error).line, as: UTF8.self), to: STDOUT_FILENO)
      Glibc.exit(EXIT_FAILURE)
    } catch { exit(withError: error) }
  }

  func run() throws {
    // The process that may connect. If it has ended already, so has standard input.
    let app = getppid()
    let vault = KeyVault(folder: folder)
    if check { return try examine(vault) }
    try vault.prepare()
    // Blocked before other threads exist, so that all inherit it: a signal that a thread took would not reach the source.
    var termination = sigset_t()
    sigemptyset(&termination)
    sigaddset(&termination, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &termination, nil)
    let listener = try listen(vault, for: app)
    let told = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    told.setEventHandler { SecureElementProgram.end(listener) }
    told.activate()
    say("ready")
    withExtendedLifetime(told) { Descriptor.read(STDIN_FILENO) { _ in } }
    SecureElementProgram.end(listener)
  }

  /// Exits at once, because the other thread may be on its way here, too.
  private static func end(_ listener: LocalListener) -> Never {
    listener.close()
    _exit(EXIT_SUCCESS)
  }

  private func listen(_ vault: KeyVault, for app: pid_t) throws(SecureElementError) -> LocalListener {
    removeStaleSockets()
    let service = ElementService(vault, owner: owner, patience: .seconds(patience))
    let rules = LineRules(limit: ElementRequest.lineLimit, milliseconds: 5000, mayIdle: true, connections: 64)
    do throws(LocalSocketError) {
      return try LocalListener(
        in: folder, socket: SecureElementClient.socketName(process: getpid()), rules: rules,
        admits: { $0.isSameUser && $0.process == app }, answer: { service.answer($0) })
    } catch { throw .unavailable(detail: "\(folder): \(error.detail)") }
  }

  /// Removes the sockets of this device's elements that were killed, and no others.
  private func removeStaleSockets() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasSuffix(bytes: ".sock"), name.utf8.count < 32, let place = try? SocketFolder(folder, socket: name)
      else { continue }
      defer { place.shut() }
      place.removeIfStale()
    }
  }

  /// Signs once with a temporary key, and opens the stored keys.
  private func examine(_ vault: KeyVault) throws(SecureElementError) {
    do throws(CryptoError) { _ = try P256PrivateKey().sign([1]) } catch { throw .unavailable(detail: "\(error)") }
    say("ready \(try vault.keys().filter { $0.owner == owner }.count)")
  }

  private func say(_ line: String) { Descriptor.write(line + "\n", to: STDOUT_FILENO) }
}
