import AppConfiguration
import Edge
import ArgumentParser
import FoundationEssentials
import Glibc
import SharedValues

/// `keys make|list|show|delete`: the keys in a device's secure element, except for their private parts.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Make, look at and delete the keys in the phone's secure element.",
    discussion: """
      The element makes keys and signs with them; it gives out public keys alone. Nothing here, and no other command, shows a private one.
      """,
    subcommands: [Make.self, List.self, Show.self, Delete.self])

  struct Make: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "make",
      abstract: "Make a key for a client that is registered beforehand, and show its public part as a JWK.",
      discussion: """
        Register the public key at the server (private_key_jwt, ES256), then name the thumbprint in config.json: clientKey, with \
        "registration": "static-client". Clients that the app registers make their keys by themselves.
        """)
    @OptionGroup var global: GlobalOptions
    @Flag(help: "The key signs only when its user says so, each time.") var userPresence = false
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let key = try await SecureElementVisit(global, making: true).run {
        [userPresence] element throws(SecureElementError) in
        try await element.make(use: .clientAuthentication, demandsUser: userPresence)
      }
      StandardOutput.line(json ? KeyReport.object(key).line : KeyReport.lines(key))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys, the oldest first.")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let keys = try await SecureElementVisit(global).run { element throws(SecureElementError) in
        try await element.list()
      }
      if json { return StandardOutput.line(JSON.array(keys.map(KeyReport.object)).line) }
      StandardOutput.line(
        keys.isEmpty
          ? CommandError.line("The secure element of device “\(global.device)” holds no key.") : KeyReport.table(keys))
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show one key: what it is for, and its public part as a JWK.")
    @OptionGroup var global: GlobalOptions
    @Argument(
      help: ArgumentHelp("The key's thumbprint (RFC 7638), as keys list shows it.", valueName: "thumbprint"),
      completion: .keys)
    var thumbprint: String
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let keys = try await SecureElementVisit(global).run { element throws(SecureElementError) in
        try await element.list()
      }
      guard let key = keys.first(where: { $0.thumbprint == thumbprint }) else {
        throw CommandError(SecureElementError.noSuchKey, ["received": thumbprint])
      }
      StandardOutput.line(json ? KeyReport.object(key).line : KeyReport.lines(key))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a key for good. What was registered or issued for it needs a new one.")
    @OptionGroup var global: GlobalOptions
    @Argument(
      help: ArgumentHelp("The key's thumbprint, as keys list shows it.", valueName: "thumbprint"), completion: .keys)
    var thumbprint: String?
    @Flag(help: "All keys of the device, also where what is kept of them is damaged.") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @Flag(help: "JSON for scripts.") var json = false

    func validate() throws {
      guard (thumbprint == nil) == all else { throw ValidationError("keys delete takes one thumbprint, or --all") }
    }

    func run() async throws {
      // Otherwise a running app would try to use a deleted key.
      let lock = try DeviceLock(try global.dataDirectory(making: false), ifPresent: true)
      defer { lock.release() }
      let visit = try SecureElementVisit(global)
      if let thumbprint {
        let keys = try await visit.run { element throws(SecureElementError) in try await element.list() }
        guard keys.contains(where: { $0.thumbprint == thumbprint }) else {
          throw CommandError(SecureElementError.noSuchKey, ["received": thumbprint])
        }
      }
      guard try yes || isConfirmed() else {
        StandardOutput.line("Nothing was deleted.")
        throw ExitStatus.refused
      }
      try await visit.run { [thumbprint] element throws(SecureElementError) in
        if let thumbprint { try await element.delete(thumbprint: thumbprint) } else { try await element.erase() }
      }
      if json {
        return StandardOutput.line(JSON(dictionaryLiteral: ("deleted", .string(thumbprint ?? "all"))).line)
      }
      let what = thumbprint.map { "key \($0)" } ?? "all keys of device “\(global.device)”"
      StandardOutput.line(CommandError.line("Deleted: \(what)."))
    }

    private func isConfirmed() throws -> Bool {
      guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
        throw ValidationError("keys delete needs --yes where nobody can be asked")
      }
      let what = thumbprint.map { "key \($0)" } ?? "all keys of device “\(global.device)”"
      StandardError.write("Delete \(what)? What was issued for it cannot be used any more. [y/N] ")
      return ["y", "yes"].contains(readLine()?.lowercased())
    }
  }
}

/// A command's access to its device's secure element, which is started when needed and stopped before the command ends.
struct SecureElementVisit {
  private let data: DataDirectory
  private let global: GlobalOptions

  /// - Parameter making: whether to make the device's folder if it is missing.
  init(_ global: GlobalOptions, making: Bool = false) throws(CommandError) {
    self.global = global
    data = try global.dataDirectory(making: making)
  }

  func run<Answer: Sendable>(
    _ work: (SecureElementKeeper) async throws(SecureElementError) -> Answer
  ) async throws(CommandError) -> Answer {
    let keeper = SecureElementKeeper(data, log: try global.logger("keys"))
    let result: Result<Answer, SecureElementError>
    do throws(SecureElementError) { result = .success(try await work(keeper)) } catch { result = .failure(error) }
    await keeper.stop()
    do { return try result.get() } catch { throw CommandError(error) }
  }
}
