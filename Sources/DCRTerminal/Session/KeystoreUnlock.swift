import ArgumentParser
import Catalogue
import FoundationEssentials
import Glibc
import Keystore
import SharedValues
import Synchronization

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
  /// - Throws: `keystore_passphrase_needed` when nobody gives one, `keystore_wrong_passphrase` after three wrong ones,
  ///   `interrupted` after ^C.
  func passphrase(of directory: String, _ text: Catalogue = Catalogue()) throws(CommandError) -> PassphraseBox {
    let box = PassphraseBox()
    let keystore = FileKeystore(directory: directory, passphrase: box)
    guard (try? keystore.inspect())??.protection == .passphrase else { return box }
    if let keystorePassphraseFile {
      box.fill(try KeystoreAccess.secret(in: keystorePassphraseFile))
      return box
    }
    for attempt in 1...KeystoreUnlock.tries {
      guard let answer = try PassphrasePrompt.ask(text(.keystoreAskPassphrase)) else { break }
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

/// Asks a person for a passphrase.
final class PassphrasePrompt: Sendable {
  private let wasInterrupted = Mutex(false)

  /// `nil` when nobody gives one.
  /// - Throws: `interrupted` after ^C.
  static func ask(_ prompt: String) throws(CommandError) -> Secret? {
    switch TerminalPassphrase.ask(prompt) {
    case .passphrase(let secret): return secret
    case .nothing: return nil
    case .interrupted: throw CommandError(.interrupted)
    }
  }

  /// Asks for the keystore's passphrase; `nil` also for ^C, which ``error(_:)`` tells apart.
  func ask() -> Secret? {
    do { return try PassphrasePrompt.ask(Catalogue()(.keystoreAskPassphrase)) } catch {
      wasInterrupted.withLock { $0 = true }
      return nil
    }
  }

  func error(_ error: KeystoreError) -> CommandError {
    wasInterrupted.withLock { $0 } ? CommandError(.interrupted) : CommandError(error)
  }
}
