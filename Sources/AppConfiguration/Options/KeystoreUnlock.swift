import AgeFormat
import ArgumentParser
import Glibc
import Keystore
import SmallFiles
import Synchronization
import TerminalUI

/// Opens a keystore that needs a passphrase before the app starts, with a passphrase from a file or from the terminal, so that no question interrupts
/// a flow. Only the full-screen app asks by itself, on its first screen.
package struct KeystoreUnlock: ParsableArguments {
  /// Each try costs a scrypt computation, which is delay enough.
  private static let tries = 3

  @Option(help: .of("KeystoreUnlock", "keystorePassphraseFile")) package var keystorePassphraseFile: String?
  package init() {}

  /// Whether the app's first screen asks: no file gives the passphrase, and standard input and output are a terminal.
  package var isLeftToTheScreen: Bool {
    keystorePassphraseFile == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The passphrase of a keystore that needs one; an empty box for any other.
  /// - Throws: `keystore_passphrase_needed` without a passphrase, `keystore_wrong_passphrase` after three wrong ones.
  package func passphrase(of directory: String, _ text: Catalogue = Catalogue()) throws(CommandError) -> PassphraseBox {
    let box = PassphraseBox()
    let keystore = FileKeystore(directory: directory, passphrase: box)
    guard (try? keystore.inspect())??.protection == .passphrase else { return box }
    if let keystorePassphraseFile {
      box.fill(Secret(try PassphraseFile.read(keystorePassphraseFile).revealed))
      return box
    }
    let prompt = PassphrasePrompt()
    defer { prompt.end() }
    for attempt in 1...KeystoreUnlock.tries {
      guard let answer = prompt.ask(text(.keystoreAskPassphrase)) else { break }
      box.fill(answer)
      do {
        _ = try keystore.load()
        return box
      } catch  where error.code == .wrongPassphrase && attempt < KeystoreUnlock.tries {
        StandardError.warn(text(ErrorText.of(error.code.rawValue).explanation, ["path": error.path]))
      } catch  where error.code == .wrongPassphrase { throw CommandError(error) } catch {
        // The app reports a damaged keystore; asking again would not help.
        return box
      }
    }
    throw CommandError(KeystoreError(.passphraseNeeded, path: directory + "/" + FileKeystore.fileName))
  }
}

/// Asks for passphrases on the controlling terminal, which shows nothing that is typed from the first question to ``end()``.
package final class PassphrasePrompt: Sendable {
  private let prompt = Mutex<SecretPrompt?>(nil)
  package init() {}

  /// `nil`: there is no terminal, or the user pressed Enter alone or ^D.
  package func ask(_ question: String = Catalogue()(.keystoreAskPassphrase)) -> Secret? {
    let prompt = prompt.withLock { prompt in
      prompt = prompt ?? SecretPrompt()
      return prompt
    }
    return prompt?.ask(question + " ").flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  package func end() {
    prompt.withLock { prompt in
      prompt?.end(discardsInput: true)
      prompt = nil
    }
  }
}

/// A file whose only line is a passphrase, and other short files of keys.
package enum PassphraseFile {
  package static func read(_ path: String) throws(CommandError) -> Passphrase {
    do { return try Passphrase(file: try content(of: path)) } catch { throw CommandError(error.at(path)) }
  }

  /// Key and passphrase files are short; more than the limit is not read, because such a file is refused.
  package static func content(of path: String) throws(AgeError) -> [UInt8] {
    do { return try SmallFile.readNamed(path, upTo: IdentityFile.maximumLength + 1) } catch {
      throw AgeError.reading(error.number)
    }
  }
}
