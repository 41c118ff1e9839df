import SharedValues

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
  private static let body = #"""
        local completion
        if [[ "${1}" = -W ]]; then
            local -r typed="${cur//[\\\"\']/}"
            while IFS='' read -r completion; do
                if [[ -n "${completion}" && "${completion}" = "${typed}"* ]]; then COMPREPLY+=("${completion}"); fi
            done <<<"${2}"
        elif [[ "${1}" = -d ]]; then
            compopt -o dirnames
        else
            compopt -o default
        fi
    """#
}
