import Glibc

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("keys", subcommands: [Make.self, List.self, Show.self, Delete.self])

  struct Make: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys make")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "The key signs only when its user says so, each time.") var userPresence = false
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let key = try await global.secureElement(making: true) { [userPresence] element throws(SecureElementError) in
        try await element.make(use: .clientAuthentication, demandsUser: userPresence)
      }
      StandardOutput.line(json ? KeyReport.object(key).line : KeyReport.lines(key))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys list")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let keys = try await global.keys()
      if json { return StandardOutput.line(JSON.array(keys.map(KeyReport.object)).line) }
      StandardOutput.line(
        keys.isEmpty
          ? CommandError.line("The secure element of device “\(global.device)” holds no key.") : KeyReport.table(keys))
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys show")
    @OptionGroup var global: GlobalOptions
    @Argument(help: .of("keys show", "thumbprint"), completion: .keys) var thumbprint: String
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let key = try await global.key(thumbprint)
      StandardOutput.line(json ? KeyReport.object(key).line : KeyReport.lines(key))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys delete")
    @OptionGroup var global: GlobalOptions
    @Argument(help: .of("keys delete", "thumbprint"), completion: .keys) var thumbprint: String?
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
      if let thumbprint { _ = try await global.key(thumbprint) }
      let what = thumbprint.map { "key \($0)" } ?? "all keys of device “\(global.device)”"
      let question = "Delete \(what)? What was issued for it cannot be used any more. [y/N] "
      if !yes { try Confirmation.ask(question, "keys delete", otherwise: "Nothing was deleted.") }
      try await global.secureElement { [thumbprint] element throws(SecureElementError) in
        if let thumbprint { try await element.delete(thumbprint: thumbprint) } else { try await element.erase() }
      }
      if json { return StandardOutput.line(JSON(dictionaryLiteral: ("deleted", .string(thumbprint ?? "all"))).line) }
      StandardOutput.line(CommandError.line("Deleted: \(what)."))
    }
  }
}

extension GlobalOptions {
  /// Works with the device's secure element, which is stopped before the command ends.
  /// - Parameter making: whether to make the device's folder if it is missing.
  fileprivate func secureElement<Answer: Sendable>(
    making: Bool = false, _ work: (SecureElementKeeper) async throws(SecureElementError) -> Answer
  ) async throws(CommandError) -> Answer {
    let (data, log) = (try dataDirectory(making: making), try logger("keys"))
    do { return try await SecureElementKeeper.visit(data, log: log, work).get() } catch { throw CommandError(error) }
  }

  fileprivate func keys() async throws(CommandError) -> [ElementKey] {
    try await secureElement { element throws(SecureElementError) in try await element.list() }
  }

  /// - Throws: `no_such_key`.
  fileprivate func key(_ thumbprint: String) async throws(CommandError) -> ElementKey {
    guard let key = try await keys().first(where: { $0.thumbprint == thumbprint }) else {
      throw CommandError(SecureElementError.noSuchKey, ["received": thumbprint])
    }
    return key
  }
}

enum KeyReport {
  static func object(_ key: ElementKey) -> JSON {
    [
      "thumbprint": .string(key.thumbprint), "use": .string(key.use.rawValue),
      "made_at": .string(KeystoreTimestamp.text(key.madeAt)), "demands_user": .bool(key.demandsUser), "jwk": jwk(key),
    ]
  }

  static func table(_ keys: [ElementKey]) -> String {
    let rows = keys.map { [$0.thumbprint, $0.use.rawValue, KeystoreTimestamp.text($0.madeAt), asks($0)] }
    return Columns.text([["THUMBPRINT", "USE", "MADE", "ASKS ITS USER"]] + rows)
  }

  static func lines(_ key: ElementKey) -> String {
    let rows = [
      ["Thumbprint", key.thumbprint], ["For", key.use.rawValue], ["Made", KeystoreTimestamp.text(key.madeAt)],
      ["Asks its user", asks(key)], ["Private key", "in the secure element, which gives it to nobody"],
    ]
    return Columns.text(rows) + "\nPublic key\n" + Columns.block(jwk(key))
  }

  private static func asks(_ key: ElementKey) -> String { key.demandsUser ? "each time" : "no" }

  /// The public key as a JWK (RFC 7518 §6.2.1).
  private static func jwk(_ key: ElementKey) -> JSON {
    [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(key.publicKey.x)),
      "y": .string(Base64URL.encode(key.publicKey.y)),
    ]
  }
}

enum Confirmation {
  /// - Throws: `refused`, after the sentence `refusal`, without a yes. Where nobody can be asked, `command` needs `--yes`.
  static func ask(_ question: String, _ command: String, otherwise refusal: String) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw ValidationError("\(command) needs --yes where nobody can be asked")
    }
    StandardError.write(question)
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      StandardOutput.line(refusal)
      throw ExitStatus.refused
    }
  }
}
