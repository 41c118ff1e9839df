import ArgumentParser
import FoundationEssentials

extension CompletionKind {
  package static var devices: CompletionKind { .custom { words, _, _ in CompletionNames(words).devices } }
}

/// The names in the data directory that the unfinished command line names, otherwise in the default one.
package struct CompletionNames {
  package let path: String
  package let device: String

  package init(_ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = CompletionNames.value(of: "--data-dir", in: words) ?? DataDirectory.defaultPath(environment)
    device = CompletionNames.value(of: "--device", in: words) ?? "phone"
  }

  package var devices: [String] { DataDirectory.devices(in: path) }

  /// Whether a shell may be offered this name: only letters and digits of any script, and characters without a meaning for shells. A stranger may
  /// have chosen it: even an older completion script that lets the shell expand it does no harm, and no name looks like an option.
  package static func isOffered(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.first != "-"
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || harmlessMarks.contains(scalar)
      }
  }

  private static let harmlessMarks = Set(" ._-+,@/".unicodeScalars)

  /// The paths that start with `prefix`: folders, and files with that ending, if ``isOffered(_:)`` accepts them.
  package static func files(_ prefix: String, endingIn suffix: String) -> [String] {
    let parent = prefix.lastIndex(ofScalar: "/").map { String(prefix.through($0)) } ?? ""
    return AbsolutePath.names(in: parent.isEmpty ? "." : parent).map { parent + $0 }.compactMap { path in
      var isFolder = false
      guard isOffered(path), FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
      return isFolder ? path + "/" : path.hasSuffix(bytes: suffix) ? path : nil
    }
  }

  private static func value(of option: String, in words: [String]) -> String? {
    if let value = words.compactMap({ $0.without(prefix: option + "=") }).last { return String(value) }
    guard let place = words.lastIndex(of: option) else { return nil }
    return words[(place + 1)...].first { $0 != "=" }
  }
}

/// Makes the completion scripts of swift-argument-parser safe: the one for bash would execute what it offers.
///
/// It passes the candidates to `compgen -W`, and bash expands those words: Tab would run a file's name such as `$(id)`. It also splits the output of
/// `compgen -f` at line feeds: half of a name with a line feed is a name that does not exist, and bash expands it to see whether it is a folder. The
/// replacement only compares words and lets bash complete files itself. The scripts for zsh and fish expand no candidates.
enum CompletionScript {
  /// - Returns: the safe script; any other text unchanged.
  /// - Throws: `unexpected` if the script for bash no longer has that function: no script is better than an unsafe one.
  static func harmless(_ text: String) throws(CommandError) -> String {
    guard text.hasPrefix(bytes: "#!/bin/bash\n") else { return text }
    guard let start = text.byteRange(of: "_add_completions() {\n"),
      let end = text[start.upperBound...].byteRange(of: "\n}\n")
    else { throw CommandError(.unexpected, ["detail": "the completion script has no function that adds completions"]) }
    return text[..<start.upperBound] + body + text[end.lowerBound...]
  }

  /// `-W` passes candidates, one on each line; those that begin with the typed text, without its quotes, are offered. `-d` stands for folders and
  /// `-f` for files, which bash completes itself where the script offers nothing.
  private static let body = String((Embedded.completions["add.bash"] ?? "").dropLast())
}
