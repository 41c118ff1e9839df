import TestRuns
import Glibc

/// The names on this machine that a shell offers for Tab. Starts only this program's own lists and makes nothing; what cannot be read is not offered,
/// because an error would appear in the middle of the line that the user types.
extension CompletionKind {
  static var testRuns: CompletionKind { .custom { words, _, _ in CompletionNames(words).testRuns } }
  static var keys: CompletionKind { .custom { words, _, _ in CompletionNames(words).keys } }
  static var testAreas: CompletionKind { .custom { _, _, _ in TestPlanLibrary.builtIn.areas } }
  static var documents: CompletionKind { .custom { _, _, _ in (try? Documents())?.topics ?? [] } }

  static var scripts: CompletionKind {
    .custom { _, _, prefix in BuiltInScripts.names + CompletionNames.files(prefix, endingIn: ScriptLibrary.ending) }
  }

  /// The subcommands and options of an administration command, which its program tells, and the names that its list shows.
  static func administration(_ command: String) -> CompletionKind {
    .custom { words, _, prefix in CompletionNames(words).administration(command, words, prefix) }
  }
}

extension CompletionNames {
  var testRuns: [String] {
    TestRunStore(path: path + "/" + TestRunStore.folder).list().runs.map(\.id).filter(CompletionNames.isOffered)
  }

  var keys: [String] {
    guard access(path + "/secure-elements", R_OK) == 0 else { return [] }
    let listed = lines(of: OwnPrograms.app, ["keys", "list", "--data-dir", path, "--device", device])
    return CompletionNames.firstColumn(listed)
  }

  /// Subcommands, options after a dash, and the names in the first column of `COMMAND list`.
  func administration(_ command: String, _ words: [String], _ prefix: String) -> [String] {
    guard let path = try? ServerProgram.path(),
      let dump = try? JSON.parse(lines(of: path, ["--experimental-dump-help"]).joined()),
      let known = dump["command"]?["subcommands"]?.arrayValue?.first(where: { $0.isCommand(command) })
    else { return [] }
    let subcommands = known["subcommands"]?.arrayValue ?? []
    guard let chosen = subcommands.first(where: { sub in words.contains { $0 != prefix && sub.isCommand($0) } }) else {
      return subcommands.compactMap { $0["commandName"]?.stringValue }
    }
    let arguments = chosen["arguments"]?.arrayValue ?? []
    // fish writes an empty word as two quotes.
    let typed = [prefix, "''"].contains(words.last) ? words.dropLast() : words[...]
    if let option = arguments.first(where: { $0.isOption(typed.last ?? "") }) { return values(of: option) }
    guard prefix.hasPrefix(bytes: "-") else { return chosen.takesName ? listed(by: command) : [] }
    return arguments.filter { $0["shouldDisplay"]?.boolValue == true }
      .compactMap { $0["preferredName"]?["name"]?.stringValue.map { "--" + $0 } }
  }

  /// What may follow an option: the names that it means, or the words that it takes.
  private func values(of option: JSON) -> [String] {
    switch option["preferredName"]?["name"]?.stringValue {
    case "template": listed(by: "templates")
    case "owner", "user": listed(by: "users")
    default: (option["allValues"]?.arrayValue ?? []).compactMap { $0.stringValue }
    }
  }

  func listed(by command: String) -> [String] {
    guard access(path + "/idsvr/idsvr.sqlite", R_OK) == 0, let program = try? ServerProgram.path() else { return [] }
    return CompletionNames.firstColumn(lines(of: program, [command, "list", "--data-dir", path]))
  }

  /// The names in a list: the text before the first space of each line except the heading.
  private static func firstColumn(_ lines: [String]) -> [String] {
    lines.dropFirst().map { String($0.prefix(whileScalar: { $0 != " " })) }.filter(isOffered)
  }

  private func lines(of program: String, _ words: [String]) -> [String] {
    (try? ChildProcess(program, words, output: .pipe))?.allLines() ?? []
  }
}

extension JSON {
  fileprivate func isCommand(_ name: String) -> Bool { self["commandName"]?.stringValue == name }

  /// Whether this is an option with a value, written like this.
  fileprivate func isOption(_ word: String) -> Bool {
    self["kind"] == "option" && self["preferredName"]?["name"]?.stringValue.map { "--" + $0 } == word
  }

  fileprivate var takesName: Bool { self["arguments"]?.arrayValue?.contains { $0["kind"] == "positional" } ?? false }
}
