import AgeFormat
import Glibc

struct KeystoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "keystore", subcommands: [Show.self, Check.self, Reset.self, Export.self, ChangePassphrase.self])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration("keystore show")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var access: KeystoreAccess
    @Flag(help: "JSON for scripts.") var json = false
    @Flag(help: "Show secrets instead of their first characters.") var reveal = false

    func run() throws {
      guard let opened = try access.open(global) else {
        let object = JSON(dictionaryLiteral: ("saved", false))
        return StandardOutput.line(json ? object.line : KeystoreAccess.nothing(global))
      }
      let report = KeystoreReport(inspection: opened.inspection, document: opened.document, reveals: reveal)
      StandardOutput.line(json ? report.object.line : report.lines)
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration("keystore check", aliases: ["verify"])
    @OptionGroup var global: GlobalOptions
    @OptionGroup var access: KeystoreAccess
    @Flag(help: "JSON for scripts.") var json = false

    func run() throws {
      let opened: KeystoreAccess.Opened?
      do { opened = try access.open(global) } catch {
        if json {
          StandardOutput.line(JSON(dictionaryLiteral: ("ok", false), ("error", .string(error.code.rawValue))).line)
        }
        throw error
      }
      if json {
        return StandardOutput.line(JSON(dictionaryLiteral: ("ok", true), ("saved", .bool(opened != nil))).line)
      }
      let sentence =
        opened.map { opened in
          "The keystore is good: it opens, all of it is authentic, and it holds client "
            + "\(opened.document.clientID ?? "") of \(opened.document.issuer)."
        } ?? KeystoreAccess.nothing(global)
      StandardOutput.line(CommandError.line(sentence))
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration("keystore reset")
    @OptionGroup var global: GlobalOptions
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @Flag(help: "JSON for scripts.") var json = false

    func run() throws {
      let data = try global.dataDirectory(making: false)
      let lock = try DeviceLock(data, ifPresent: true)
      defer { lock.release() }
      let keystore = FileKeystore(directory: data.devicePath)
      let question = "Erase the keystore of device “\(global.device)”? The server keeps its client. [y/N] "
      if !yes { try Confirmation.ask(question, "keystore reset", otherwise: "Nothing was erased.") }
      let erased: [String]
      do { erased = try keystore.erase() } catch { throw CommandError(error) }
      if json { return StandardOutput.line(JSON(dictionaryLiteral: ("erased", .strings(erased))).line) }
      StandardOutput.line(
        CommandError.line(
          erased.isEmpty
            ? "There was nothing to erase."
            : "Erased: \(erased.joined(separator: ", ")). The next start begins with a registration."))
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration("keystore export")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var access: KeystoreAccess
    @Flag(help: "Show secrets instead of their first characters.") var reveal = false
    @Option(help: .of("keystore export", "recipient")) var recipient: [String] = []
    @Option(help: .of("keystore export", "toPassphraseFile")) var toPassphraseFile: String?
    @Option(name: .shortAndLong, help: .of("keystore export", "output")) var output: String?

    func validate() throws {
      guard recipient.isEmpty || toPassphraseFile == nil else {
        throw ValidationError("an export is encrypted either to --recipient or with --to-passphrase-file")
      }
    }

    func run() throws {
      let recipients =
        try toPassphraseFile.map { (file) throws(CommandError) in [.passphrase(try PassphraseFile.read(file))] }
        ?? AgeRecipient.all(recipient)
      let data = try global.dataDirectory(making: false)
      guard let opened = try access.open(global) else {
        throw CommandError(KeystoreError(.unreadable, path: data.keystoreFile, detail: "nothing was saved yet"))
      }
      var files = AgeFiles()
      files.output = output
      files.input = global.device
      let document = opened.document
      let kept = [toPassphraseFile, access.passphraseFile, data.keystoreFile, data.deviceKeyFile].compactMap { $0 }
      try files.write(armedFor: recipients.isEmpty ? .text : .binary, keeping: kept) { (sink) throws(AgeError) in
        guard recipients.isEmpty else {
          return try Age.encrypt(MemorySource(document.bytes), to: recipients, into: sink)
        }
        try sink.write(Array(((reveal ? document.json : KeystoreReport.masked(document.json)).pretty + "\n").utf8))
      }
    }
  }

  struct ChangePassphrase: ParsableCommand {
    static let configuration = CommandConfiguration("keystore passphrase")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var access: KeystoreAccess
    @Option(help: .of("keystore passphrase", "newPassphraseFile")) var newPassphraseFile: String?
    @Flag(help: "No passphrase any more: a key file beside the keystore opens it.") var remove = false

    func validate() throws {
      guard !remove || newPassphraseFile == nil else {
        throw ValidationError("--remove and --new-passphrase-file exclude each other")
      }
    }

    func run() throws {
      let lock = try DeviceLock(try global.dataDirectory(making: false), ifPresent: true)
      defer { lock.release() }
      let passphrase = remove ? nil : try newPassphrase()
      try access.using(global) { keystore throws(KeystoreError) in
        try keystore.changeProtection(to: remove ? .device : .passphrase, newPassphrase: passphrase)
      }
      StandardOutput.line(
        remove
          ? "The keystore now opens with a new key in device.key, and no passphrase."
          : "The keystore now opens with the new passphrase alone. device.key is gone.")
    }

    private func newPassphrase() throws -> Secret {
      if let newPassphraseFile { return Secret(try PassphraseFile.read(newPassphraseFile).revealed) }
      let prompt = PassphrasePrompt()
      defer { prompt.end() }
      guard let first = prompt.ask("New passphrase:") else {
        throw ValidationError("no new passphrase was given: name a file with --new-passphrase-file, or use --remove")
      }
      guard prompt.ask("The same again:") == first else {
        throw ValidationError("the two passphrases differ; nothing was changed")
      }
      return first
    }
  }
}

struct KeystoreAccess: ParsableArguments {
  @Option(help: .of("KeystoreAccess", "passphraseFile")) var passphraseFile: String?

  /// Gives `work` access to the keystore. Its passphrase comes from the file, or is asked for when needed.
  func using<Answer>(
    _ global: GlobalOptions, _ work: (FileKeystore) throws(KeystoreError) -> Answer
  ) throws(CommandError) -> Answer {
    let prompt = PassphrasePrompt()
    defer { prompt.end() }
    let box = PassphraseBox(asking: { prompt.ask() })
    if let passphraseFile { box.fill(Secret(try PassphraseFile.read(passphraseFile).revealed)) }
    let keystore = FileKeystore(directory: try global.dataDirectory(making: false).devicePath, passphrase: box)
    do { return try work(keystore) } catch { throw CommandError(error) }
  }

  static func nothing(_ global: GlobalOptions) -> String { "Nothing is saved for device “\(global.device)” yet." }

  typealias Opened = (inspection: KeystoreInspection, document: KeystoreDocument)

  /// `nil`: nothing has been saved yet.
  func open(_ global: GlobalOptions) throws(CommandError) -> Opened? {
    try using(global) { keystore throws(KeystoreError) in
      guard let document = try keystore.load(), let inspection = try keystore.inspect() else { return nil }
      return (inspection, document)
    }
  }
}
