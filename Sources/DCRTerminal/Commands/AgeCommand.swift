import AgeFormat
import Glibc

/// `age encrypt|decrypt`: the keystore's format (age-encryption.org/v1) for any file.
struct AgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration("age", subcommands: [Encrypt.self, Decrypt.self])

  struct Encrypt: ParsableCommand {
    static let configuration = CommandConfiguration("age encrypt")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: AgeKeys
    @OptionGroup var files: AgeFiles
    @Option(help: .of("age encrypt", "recipient")) var recipient: [String] = []

    func validate() throws {
      try keys.judgeCombination(with: recipient)
      guard keys.isGiven || !recipient.isEmpty else {
        throw ValidationError("name who may open the file with --recipient, --identity or --passphrase-file")
      }
    }

    func run() throws {
      let recipients = try recipients()
      try files.withInput { input throws(CommandError) in
        try files.write(armedFor: .binary, keeping: keys.files) { (sink) throws(AgeError) in
          try Age.encrypt(DescriptorSource(input), to: recipients, into: sink)
        }
      }
    }

    private func recipients() throws(CommandError) -> [AgeRecipient] {
      try AgeRecipient.all(recipient)
        + keys.identities().map { identity in
          switch identity {
          case .x25519(let key): .x25519(key.recipient)
          case .passphrase(let passphrase): .passphrase(passphrase)
          }
        }
    }
  }

  struct Decrypt: ParsableCommand {
    static let configuration = CommandConfiguration("age decrypt")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: AgeKeys
    @OptionGroup var files: AgeFiles

    func validate() throws {
      try keys.judgeCombination(with: [])
      guard keys.isGiven else { throw ValidationError("name what opens the file with --identity or --passphrase-file") }
    }

    func run() throws {
      let identities = try keys.identities()
      try files.withInput { input throws(CommandError) in
        try files.write(armedFor: .text, keeping: keys.files) { (sink) throws(AgeError) in
          if let file = sink as? AtomicFile {
            try Age.decrypt(descriptor: input, with: identities, into: file)
          } else {
            try Age.decrypt(descriptor: input, with: identities, into: sink)
          }
        }
      }
    }
  }
}

extension AgeRecipient {
  static func all(_ texts: [String]) throws(CommandError) -> [AgeRecipient] {
    try texts.map { (text) throws(CommandError) in
      do throws(AgeError) { return .x25519(try X25519Recipient(text)) } catch {
        throw CommandError(error.at("--recipient \(text)"))
      }
    }
  }
}

struct AgeKeys: ParsableArguments {
  @Option(help: .of("AgeKeys", "identity")) var identity: [String] = []
  @Option(help: ArgumentHelp("File whose only line is the passphrase.", valueName: "file")) var passphraseFile: String?

  var files: [String] { identity + [passphraseFile].compactMap { $0 } }
  var isGiven: Bool { !files.isEmpty }

  func judgeCombination(with recipients: [String]) throws {
    guard passphraseFile == nil || (identity.isEmpty && recipients.isEmpty) else {
      throw ValidationError("--passphrase-file cannot be combined with --identity or --recipient")
    }
  }

  func identities() throws(CommandError) -> [AgeIdentity] {
    if let passphraseFile { return [.passphrase(try PassphraseFile.read(passphraseFile))] }
    var identities: [AgeIdentity] = []
    for path in identity {
      do {
        identities += try IdentityFile.parse(try PassphraseFile.content(of: path)).map(AgeIdentity.x25519)
      } catch { throw CommandError(error.at(path)) }
    }
    return identities
  }
}

struct AgeFiles: ParsableArguments {
  enum Output { case binary, text }

  @Option(name: .shortAndLong, help: .of("AgeFiles", "output")) var output: String?
  @Argument(help: "File to read. (default: standard input)") var input: String?

  private var readsStandardInput: Bool { input == nil || input == "-" }
  private var writesStandardOutput: Bool { output == nil || output == "-" }

  func withInput(_ work: (Int32) throws(CommandError) -> Void) throws(CommandError) {
    guard let input, !readsStandardInput else { return try work(STDIN_FILENO) }
    let descriptor = open(input, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandError(AgeError.reading(errno).at(input)) }
    defer { close(descriptor) }
    try work(descriptor)
  }

  /// A named file appears whole or not at all. A terminal never gets control characters.
  /// - Parameter kept: what opens the files: the output must not take its place.
  func write(
    armedFor kind: Output, keeping kept: [String], _ work: (any ByteSink) throws(AgeError) -> Void
  ) throws(CommandError) {
    if let output { try SmallFile.keep(kept, from: output) }
    let isTerminal = writesStandardOutput && isatty(STDOUT_FILENO) == 1
    guard kind == .text || !isTerminal else { throw CommandError(.ageBinaryToTerminal) }
    let terminal = TerminalSink(DescriptorSink(STDOUT_FILENO))
    do throws(AgeError) {
      if let output, !writesStandardOutput {
        try write(to: output, work)
      } else if isTerminal {
        try work(terminal)
        try terminal.finish()
      } else {
        try work(DescriptorSink(STDOUT_FILENO))
      }
    } catch {
      if terminal.isRefused { throw CommandError(.ageBinaryToTerminal) }
      throw CommandError(error.path.isEmpty ? error.at(placeOf(error.code)) : error)
    }
  }

  private func write(to path: String, _ work: (any ByteSink) throws(AgeError) -> Void) throws(AgeError) {
    let stream: Int32?
    do { stream = try SmallFile.openStream(path) } catch { throw AgeError.writing(error.number).at(path) }
    guard let stream else {
      let file = try AtomicFile(path)
      try work(file)
      return try file.commit()
    }
    defer { close(stream) }
    try work(DescriptorSink(stream))
  }

  private func placeOf(_ code: AgeError.Code) -> String {
    switch code {
    case .unwritable, .noSpace: writesStandardOutput ? "standard output" : output ?? ""
    default: readsStandardInput ? "standard input" : input ?? ""
    }
  }
}
