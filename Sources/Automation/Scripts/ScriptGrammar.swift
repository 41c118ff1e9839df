import AppConfiguration
import Programs
import SharedValues
import Workshop
import Screens
import TerminalUI

/// The lines of a script that describe the state before the app starts.
extension ScriptSetup {
  package static let words = ["size", "lang", "device", "option", "config"]

  package mutating func read(_ words: inout ScriptWords) throws(ScriptFault) {
    switch try words.word("a step").text {
    case "size": size = try words.size()
    case "lang": language = try words.choice("a language, e.g. de")
    case "device": device = try words.choice("a device, e.g. registered")
    case "option":
      let more = try words.arguments(of: "run")
      guard !more.isEmpty else {
        throw words.fault("something is missing after “option”", hint: ScriptFault.optionHint)
      }
      options += more
    default:
      let (path, value) = try words.member()
      configuration[path] = value
    }
  }
}

/// The lines of a script that are played as steps.
extension ScriptAction {
  package static let words = [
    "press", "type", "paste", "click", "button", "login", "expect", "expect-not", "wait", "resize", "picture",
    "command", "command-fails", "quit", "start", "timeout", "write", "remove", "move", "mode",
  ]
  /// The commands that end by themselves.
  package static let commands = commandsWithSubcommands + commandsWithoutSubcommands
  static let commandsWithSubcommands = [
    "clients", "users", "sessions", "templates", "devices", "push", "keystore", "checks",
  ]
  private static let commandsWithoutSubcommands = ["flow", "doctor", "replay"]

  private static let longest = 0.05...600

  package init(_ words: inout ScriptWords) throws(ScriptFault) {
    let first = try words.word("a step")
    switch first.text {
    case "press": self = .press(try ScriptAction.keys(&words))
    case "type": self = .type(try words.word("a text").text)
    case "paste": self = .paste(try words.word("a text").text)
    case "click": self = try ScriptAction.clicking(&words)
    case "button": self = .button(try words.word("a text").text)
    case "login":
      let user = try words.word("a user name and a password, e.g. demouser Password1").text
      self = .login(user: user, password: try words.word("a password").text)
    case "expect": self = .expect(try ScriptCondition(&words), isMet: true)
    case "expect-not": self = .expect(try ScriptCondition(&words), isMet: false)
    case "wait": self = .wait(try words.seconds(ScriptAction.longest))
    case "timeout": self = .timeout(try words.seconds(ScriptAction.longest))
    case "resize": self = .resize(try words.size())
    case "picture": self = .picture(try ScriptAction.pictureName(&words))
    case "command": self = .command(try ScriptAction.command(&words), exit: 0)
    case "command-fails":
      let code = try words.exitCode()
      self = .command(try ScriptAction.command(&words), exit: code)
    case "config":
      let (path, value) = try words.member()
      self = .file(.configure(path, value))
    case "write": self = .file(.write(try words.target(), try words.word("a text").text))
    case "remove": self = .file(.remove(try words.path()))
    case "move": self = .file(.move(try words.path(), try words.target()))
    case "mode": self = .file(.mode(try words.path(), try words.mode()))
    case "quit": self = .quit
    case "start":
      let more = try words.arguments(of: "run")
      guard (try? RunCommand.parse(more)) != nil else {
        throw words.fault(ScriptFault.noOption(more.joined(separator: " ")), hint: ScriptFault.optionHint)
      }
      self = .start(more)
    default:
      let known = ScriptSetup.words + ScriptAction.words
      throw words.fault("“\(first.text)” is not a step", hint: "one of: \(Suggestion.text(first.text, known))")
    }
  }

  private static func clicking(_ words: inout ScriptWords) throws(ScriptFault) -> ScriptAction {
    let word = try words.word("a text")
    guard words.peek != nil, !word.isQuoted, let column = Int(word.text) else { return .click(word.text) }
    guard let row = Int(try words.word("a row").text), (1...500).contains(column), (1...200).contains(row) else {
      throw words.fault("there is no such cell", hint: "a text, or column and row from 1, e.g. click 12 7")
    }
    return .clickAt(Point(column - 1, row - 1))
  }

  private static func command(_ words: inout ScriptWords) throws(ScriptFault) -> [String] {
    let command = try words.choice(commands, "a command, e.g. clients revoke @client")
    return [command] + (try words.arguments(of: command))
  }

  /// Reads keys; `down*3` is `down` three times.
  private static func keys(_ words: inout ScriptWords) throws(ScriptFault) -> [ScriptKey] {
    var keys: [ScriptKey] = []
    repeat {
      let word = try words.word("a key, e.g. enter")
      let parts = word.text.split(scalar: "*", omittingEmptySubsequences: false)
      let isRepeated = parts.count == 2 && !parts[0].isEmpty
      let (name, count) = isRepeated ? (String(parts[0]), Int(parts[1])) : (word.text, 1)
      guard let count, (1...100).contains(count), let key = ScriptKey(name) else {
        let known = Suggestion.text(name, ScriptKey.names)
        throw words.fault(
          "“\(word.text)” is not a key",
          hint: "a single character, ctrl-a to ctrl-z, or one of: \(known); down*3 is three times")
      }
      keys += Array(repeating: key, count: count)
    } while !words.isAtEnd
    return keys
  }

  /// Reads a picture's name, which becomes part of file names.
  private static func pictureName(_ words: inout ScriptWords) throws(ScriptFault) -> String {
    let word = try words.word("a name for the picture")
    let isName = word.text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isName, (1...60).contains(word.text.utf8.count) else {
      throw words.fault(ScriptFault.noName(word.text), hint: "small letters, digits and hyphens, at most 60")
    }
    return word.text
  }
}

extension ScriptCondition {
  static let pages = ["login", "page", "loading", "failure", "silent", "returning", "system-browser", "blank"]
  private static let facts = ["screen", "sheet", "error", "state", "panel", "focus", "notice", "device"]
  private static var kinds: [String] { facts + ["page", "app", "browser", "exit", "output"] }

  package init(_ words: inout ScriptWords) throws(ScriptFault) {
    let first = try words.word("what is expected, e.g. screen registration or \"a text\"")
    if first.isQuoted {
      self = .texts(try words.texts(after: first))
      return
    }
    switch first.text {
    case "app", "browser": self = .program(first.text)
    case "exit": self = .exit(try words.exitCode())
    case "output": self = .output(try words.texts(after: try words.word("a text")))
    case "page": self = .fact("page", try words.choice(ScriptCondition.pages, "a page, e.g. login"))
    case let name where ScriptCondition.facts.contains(name): self = try ScriptCondition.fact(name, &words)
    default:
      throw words.fault(
        "“\(first.text)” is nothing that can be expected",
        hint: "a text in quotation marks, or one of: \(Suggestion.text(first.text, ScriptCondition.kinds))")
    }
  }

  private static func fact(_ kind: String, _ words: inout ScriptWords) throws(ScriptFault) -> ScriptCondition {
    let names = ScreenFact(rawValue: kind)?.names(with: Workshop.tools)
    let canBeAbsent = ["sheet", "error", "notice", "panel", "focus"].contains(kind)
    let value =
      if let names { try words.choice(names + (canBeAbsent ? ["none"] : []), "a name") } else {
        try words.word("a name").text
      }
    return canBeAbsent && value == "none" ? .absent(kind) : .fact(kind, value)
  }
}
