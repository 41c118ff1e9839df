/// The text file for X25519 identities, as `age-keygen` writes it: one per line, `#` begins a comment.
public enum IdentityFile {
  public static let maximumLength = 64 * 1024

  /// - Throws: ``AgeError/Code/invalidIdentity``, naming only the line's number, because the line may be a secret.
  public static func parse(_ file: [UInt8]) throws(AgeError) -> [X25519Identity] {
    guard file.count <= maximumLength else { throw AgeError(.invalidIdentity, "the file is longer than 64 KiB") }
    var identities: [X25519Identity] = []
    for (index, line) in file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let content = line.last == 0x0D ? line.dropLast() : line
      if content.isEmpty || content.first == UInt8(ascii: "#") { continue }
      do {
        identities.append(try X25519Identity(String(decoding: content, as: UTF8.self)))
      } catch {
        throw AgeError(.invalidIdentity, "line \(index + 1): \(error.detail)")
      }
    }
    guard !identities.isEmpty else { throw AgeError(.invalidIdentity, "the file holds no AGE-SECRET-KEY-1… line") }
    return identities
  }

  /// The file for one identity, with the `comments` first, each after `# `.
  public static func text(_ identity: X25519Identity, comments: [String] = []) -> String {
    let lines = comments.map { "# " + $0 } + ["# public key: \(identity.recipient)", identity.revealed]
    return lines.joined(separator: "\n") + "\n"
  }
}
