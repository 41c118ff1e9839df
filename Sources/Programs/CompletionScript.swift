import ForeignText

/// The completion scripts of swift-argument-parser, without the places where the one for bash runs what it is to offer.
///
/// It hands the candidates to `compgen -W`, and bash expands those words: Tab would run `$(id)` that is the name of a file. And it takes
/// the output of `compgen -f` apart at line feeds: the halves of a name with a line feed are names that nobody has, and bash expands such
/// a name to see whether it is a folder. The same function with words that are only compared, and with files that bash completes itself,
/// takes its place. The scripts for zsh and fish expand no candidate.
enum CompletionScript {
  /// - Returns: the script; any other text as it is.
  /// - Throws: `unexpected` where the script for bash has no such function any more: then none is better.
  static func harmless(_ text: String) throws(CommandError) -> String {
    guard text.hasPrefix(bytes: "#!/bin/bash\n") else { return text }
    guard let start = text.byteRange(of: "_add_completions() {\n"),
      let end = text[start.upperBound...].byteRange(of: "\n}\n")
    else { throw CommandError(.unexpected, ["detail": "the completion script has no function that adds completions"]) }
    return text[..<start.upperBound] + body + text[end.lowerBound...]
  }

  /// `-W` comes with candidates, one a line, that begin with what was typed, without its quotes; `-d` stands for folders, `-f` for
  /// files. Those bash completes where a script offers nothing.
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
