import ArgumentParser
import Catalogue
import FoundationEssentials
import Glibc
import Keystore
import SharedValues
import Synchronization
import TerminalUI

/// Opens a keystore under a passphrase before the app starts, so that the app itself never has to ask in the middle of a
/// flow: with the passphrase in a file, or by asking for it on the terminal. Only the app on the whole screen asks itself, on
/// its first screen.
struct KeystoreUnlock: ParsableArguments {
  /// Each try costs a scrypt computation, which is delay enough.
  private static let tries = 3

  @Option(help: ArgumentHelp("File with the keystore's passphrase. (default: ask on the terminal)", valueName: "file"))
  var keystorePassphraseFile: String?

  /// Whether the app's own screen can ask: nobody gave the passphrase, and there is a person with a keyboard and a screen.
  var isLeftToTheScreen: Bool {
    keystorePassphraseFile == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The passphrase of a keystore that needs one; an empty box for any other.
  /// - Throws: `keystore_passphrase_needed` when nobody gives one, `keystore_wrong_passphrase` after three wrong ones.
  func passphrase(of directory: String, _ text: Catalogue = Catalogue()) throws(CommandError) -> PassphraseBox {
    let box = PassphraseBox()
    let keystore = FileKeystore(directory: directory, passphrase: box)
    guard (try? keystore.inspect())??.protection == .passphrase else { return box }
    if let keystorePassphraseFile {
      box.fill(try KeystoreAccess.secret(in: keystorePassphraseFile))
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
      } catch  where error.code == .wrongPassphrase {
        throw CommandError(error)
      } catch {
        // Damage is the app's to show: nothing is asked again for it.
        return box
      }
    }
    throw CommandError(KeystoreError(.passphraseNeeded, path: directory + "/" + FileKeystore.fileName))
  }
}

/// Asks a person for passphrases on the controlling terminal. From the first question to ``end()`` nothing is shown that is typed, so
/// also while a passphrase is being checked.
final class PassphrasePrompt: Sendable {
  private let prompt = Mutex<SecretPrompt?>(nil)

  /// `nil` when nobody gives one: there is no terminal, or the answer is Enter alone or ^D.
  func ask(_ question: String = Catalogue()(.keystoreAskPassphrase)) -> Secret? {
    let prompt = prompt.withLock { prompt in
      prompt = prompt ?? SecretPrompt()
      return prompt
    }
    return prompt?.ask(question + " ").flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  func end() {
    prompt.withLock { prompt in
      prompt?.end(discardsInput: true)
      prompt = nil
    }
  }
}
