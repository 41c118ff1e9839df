// What most files of this room speak of is exported to all of them. Every room that may know this one may know it, too.
@_exported import SharedValues
import Catalogue
import Glibc
import SmallFiles
import TerminalUI

/// Why a command failed: a code with its exit status, and the values for its sentence, which is in the catalogue (``ErrorText``).
package struct CommandError: Error, Hashable, Sendable {
  package var code: Code
  /// The values for the placeholders in the sentence. Never secrets.
  package var values: [String: Term]
  /// A more specific text of the catalogue than the code's.
  package var textCode: String?
  package var advice: Phrase?
  package var status: ExitStatus { code.status }
  package init(_ code: OwnCode, _ values: [String: any TermConvertible] = [:]) { self.init(Code(code), values) }
  package init(_ code: some ExitCode, _ values: [String: any TermConvertible] = [:]) { self.init(Code(code), values) }

  package init(_ code: Code, _ values: [String: any TermConvertible] = [:]) {
    (self.code, self.values) = (code, values.mapValues(\.term))
  }

  /// - Parameter detail: why the file or folder cannot be used; by default the reason of the system call that just failed.
  package init(_ code: OwnCode, path: String, _ detail: any TermConvertible = SystemError.last) {
    self.init(code, ["path": path, "detail": detail])
  }

  package init<Failure: WordedError>(
    _ error: Failure, _ more: [String: any TermConvertible] = [:]
  ) where Failure.ErrorCode: ExitCode {
    self.init(error.code, error.values.merging(more.mapValues(\.term)) { $1 })
  }

  /// `dcr-terminal: what failed: why`, then `hint: what to do`; both lines end with a line feed.
  package func report(_ catalogue: Catalogue = Catalogue()) -> String {
    let words = words(catalogue)
    return "dcr-terminal: \(CommandError.line(words.title)): \(CommandError.line(placed(words.explanation)))\n"
      + catalogue(.hintLine, ["hint": CommandError.line(words.hint)]) + "\n"
  }

  package func title(_ catalogue: Catalogue = Catalogue()) -> String { CommandError.line(words(catalogue).title) }

  package func hint(_ catalogue: Catalogue = Catalogue()) -> String { CommandError.line(words(catalogue).hint) }

  /// The reason, in English. Text from servers in it is not sanitised.
  package var explanation: String { placed(words(Catalogue(.english)).explanation) }

  private func placed(_ explanation: String) -> String { explanation + (self["address"].map { " (\($0))" } ?? "") }

  private func words(_ catalogue: Catalogue) -> ErrorWords {
    catalogue.words(textCode ?? code.rawValue, values, hint: advice, for: .lines)
  }

  /// A value alone, in English; `nil`: it is not known.
  package subscript(_ name: String) -> String? { values[name].map(Catalogue(.english).fact) }

  /// The text in one line, without control characters.
  package static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLayout.clip(words, to: 2000)
  }
}

extension SmallFile {
  /// Replaces a whole file by this text.
  /// - Parameter shown: its path in the error.
  package static func replace(
    _ path: String, by text: String, as shown: String? = nil, mode: mode_t = 0o600, orThrow code: CommandError.OwnCode
  ) throws(CommandError) {
    do { try replace(path, by: Array(text.utf8), mode: mode) } catch {
      throw CommandError(code, path: shown ?? path, error)
    }
  }

  /// Writes to an absolute path that a person named: see ``writeNamed(_:by:)``.
  package static func writeNamed(
    _ path: String, by text: String, orThrow code: CommandError.OwnCode
  ) throws(CommandError) {
    do { try writeNamed(path, by: Array(text.utf8)) } catch { throw CommandError(code, path: path, error) }
  }

  /// Looks whether ``writeNamed(_:by:orThrow:)`` can write to this absolute path later, as far as that can be known.
  package static func checkPlace(of path: String, orThrow code: CommandError.OwnCode) throws(CommandError) {
    if AbsolutePath.isFolder(path) { throw CommandError(code, path: path, SystemError(number: EISDIR)) }
    if isStream(path) { return }
    // The folder's own entries are asked for, so that a file in its place is refused.
    guard access(AbsolutePath.folder(of: path) + "/.", W_OK | X_OK) == 0 else { throw CommandError(code, path: path) }
  }

  /// - Parameter kept: files that the command reads, and that its output must not replace.
  package static func keep(_ kept: [String], from output: String) throws(CommandError) {
    guard !isStream(output), let lost = kept.first(where: { areOne($0, output) }) else { return }
    throw CommandError(.usage, ["detail": "--output would replace \(lost), which the command reads"])
  }

  /// A file that a person wrote, or one byte more than the limit, which is enough to refuse it.
  package static func read(
    _ path: String, limit: Int, notRegular other: Term, orThrow code: CommandError.OwnCode
  ) throws(CommandError) -> [UInt8] {
    do { return try read(path, upTo: limit + 1) } catch {
      throw CommandError(code, path: path, error.reason(notRegular: other))
    }
  }

  /// A document that a person wrote, or one byte more than the limit, which is enough to refuse it.
  package static func document(_ path: String, limit: Int, follows: Bool = true) throws(DocumentProblem) -> [UInt8] {
    do { return try read(path, upTo: limit + 1, follows: follows) } catch {
      let name = String(path.split(scalar: "/").last ?? "")
      throw DocumentProblem(file: name, code: "unreadable", expected: error.reason(notRegular: "not a regular file"))
    }
  }
}
