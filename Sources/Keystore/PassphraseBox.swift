import SharedValues
import Synchronization

/// Holds the passphrase that a person typed until the keystore needs it.
///
/// It starts empty, or with a question that is asked once, at the first need.
public final class PassphraseBox: Sendable {
  private enum Content {
    case secret(Secret)
    case question(@Sendable () -> Secret?)
    case nothing
  }

  private let content: Mutex<Content>

  public init() { content = Mutex(.nothing) }
  public init(_ passphrase: Secret) { content = Mutex(.secret(passphrase)) }

  /// `ask` may block, on a terminal for instance. It returns `nil` when the person declines.
  public init(asking ask: @escaping @Sendable () -> Secret?) { content = Mutex(.question(ask)) }

  /// Sets the passphrase for the next load or save.
  public func fill(_ passphrase: Secret) { content.withLock { $0 = .secret(passphrase) } }

  /// Forgets the passphrase, which locks the keystore again.
  public func empty() { content.withLock { $0 = .nothing } }

  /// Whether there is a passphrase; asks no one for it.
  var isFilled: Bool { content.withLock { if case .secret = $0 { true } else { false } } }

  func passphrase() -> Secret? {
    content.withLock { content in
      switch content {
      case .secret(let secret): return secret
      case .nothing: return nil
      case .question(let ask):
        let answer = ask()
        content = answer.map { .secret($0) } ?? .nothing
        return answer
      }
    }
  }
}
