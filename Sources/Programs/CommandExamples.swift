import ForeignText

/// The examples at the end of each command's help, from `Examples/commands.txt`. A test makes sure that every command has some, and that its program
/// accepts each.
package enum CommandExamples {
  /// By the words behind the program's name; the empty string stands for the program itself.
  package static let of: [String: [(line: String, what: String)]] = {
    var examples: [String: [(line: String, what: String)]] = [:]
    var path = ""
    for line in (Embedded.examples["commands.txt"] ?? "").lines where !line.isEmpty {
      if line.hasPrefix(bytes: "==") {
        path = String(line.without(prefix: "== ") ?? "")
      } else if let mark = line.byteRange(of: ":: ") {
        let call = line[..<mark.lowerBound].without(suffix: " ") ?? ""
        examples[path, default: []].append((String(call), String(line[mark.upperBound...])))
      }
    }
    return examples
  }()
}
