import AppConfiguration
import SharedValues

/// Reads a whole script, or finds everything that is wrong with it. Does no I/O.
package struct ScriptReader {
  /// The most bytes and lines of a script.
  package static let fileLimit = 256 << 10
  static let lineLimit = 5000
  private static let faultLimit = 20

  private var script: Script
  package var faults: [ScriptFault] = []
  private var pictures: Set<String> = []
  private var given: Set<String> = []
  private var optionLine = 1
  private let allowance: ScriptAllowance

  /// - Parameter path: for messages; its last part without the ending becomes the script's id.
  package static func read(_ bytes: [UInt8], path: String, confinement: Confinement = .whole) throws(ScriptFaults)
    -> Script
  {
    let name = String(path.split(scalar: "/").last ?? "script")
    var reader = ScriptReader(name, ScriptAllowance(confinement: confinement))
    reader.script.path = path
    reader.read(bytes)
    reader.checkOptions()
    guard reader.faults.isEmpty else { throw ScriptFaults(path: path, all: Array(reader.faults.prefix(faultLimit))) }
    return reader.script
  }

  private init(_ name: String, _ allowance: ScriptAllowance) {
    self.allowance = allowance
    let stem = name.without(suffix: ScriptLibrary.ending).map(String.init) ?? name
    // The name becomes a folder's: `...script` must not name the parent folder.
    let isPlace = stem.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    script = Script(id: isPlace ? name : stem, path: name, title: "")
  }

  private mutating func read(_ bytes: [UInt8]) {
    guard bytes.count <= ScriptReader.fileLimit else {
      return refuse(1, 1, ScriptReader.tooLong, hint: ScriptReader.splitHint)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let good = String(decoding: bytes, as: UTF8.self).lines
      let line = good.firstIndex { $0.contains("\u{FFFD}") } ?? 0
      return refuse(line + 1, 1, "this is no text in UTF-8", hint: ScriptReader.textHint)
    }
    let lines = text.withoutMark.lines
    guard lines.count <= ScriptReader.lineLimit else {
      return refuse(ScriptReader.lineLimit, 1, ScriptReader.tooLong, hint: ScriptReader.splitHint)
    }
    for (index, line) in lines.enumerated() { read(line, index + 1) }
    if script.title.isEmpty { script.title = script.id }
    if script.steps.isEmpty, faults.isEmpty {
      refuse(max(1, lines.count), 1, "nothing is played", hint: "begin with a step, e.g. expect screen registration")
    }
  }

  private mutating func read(_ text: Substring, _ number: Int) {
    let trimmed = text.withoutEdgeSpaces
    if script.title.isEmpty, script.steps.isEmpty, given.isEmpty, trimmed.hasPrefix(bytes: "#") {
      script.title = trimmed.drop(whileScalar: { $0 == "#" }).withoutEdgeSpaces
      return
    }
    if let place = text.unicodeScalars.firstIndex(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
      let column = text.unicodeScalars.distance(from: text.unicodeScalars.startIndex, to: place) + 1
      return refuse(number, column, "a control character stands here", hint: ScriptReader.textHint)
    }
    do throws(ScriptLine.Fault) {
      let line = try ScriptLine(text)
      guard let first = line.words.first else { return }
      readStatement(first, line, number, trimmed)
    } catch { refuse(number, error.column, error.reason, hint: ScriptFault.quoteHint) }
  }

  private mutating func readStatement(_ first: ScriptLine.Word, _ line: ScriptLine, _ number: Int, _ text: String) {
    do throws(ScriptFault) {
      var words = ScriptWords(line, number, allowance)
      if ScriptSetup.words.contains(first.text), script.steps.isEmpty || first.text != "config" {
        guard script.steps.isEmpty else {
          throw words.fault("the app has been started already", hint: "move the line before the first step")
        }
        let isRepeatable = first.text == "option" || first.text == "config"
        guard isRepeatable || given.insert(first.text).inserted else {
          throw words.fault("“\(first.text)” stands here for the second time", hint: "leave one of them out")
        }
        if first.text == "option" { optionLine = number }
        given.insert(first.text)
        try script.setup.read(&words)
      } else {
        let action = try ScriptAction(&words)
        if case .picture(let name) = action, !pictures.insert(name).inserted {
          throw ScriptFault(
            line: number, column: line.words[1].column, reason: "there is a picture “\(name)” already",
            hint: "give each picture a name of its own")
        }
        script.steps.append(ScriptStep(line: number, text: text, action: action))
      }
      try words.finish()
    } catch { faults.append(error) }
  }

  /// `run`'s own parser judges all its options together.
  private mutating func checkOptions() {
    let own = script.setup.options
    guard !own.isEmpty, (try? RunCommand.parse(own)) == nil else { return }
    refuse(optionLine, 1, ScriptFault.noOption(own.joined(separator: " ")), hint: ScriptFault.optionHint)
  }

  private mutating func refuse(_ line: Int, _ column: Int, _ reason: String, hint: String) {
    faults.append(ScriptFault(line: line, column: column, reason: reason, hint: hint))
  }

  private static let tooLong = "it is longer than 256 KiB or 5000 lines"
  private static let splitHint = "make several scripts of it"
  private static let textHint = "write the file with a text editor, as UTF-8"
}

/// The words of one line: separated by spaces, or in quotation marks with the escapes `\"` and `\\`. `#` begins a comment. The rest of a `config` or
/// `write` line after its second word is one word, because it is JSON or the text of a file.
package struct ScriptLine: Hashable {
  package struct Word: Hashable {
    package var text: String
    /// The first column is 1; a column counts characters.
    package var column: Int
    var isQuoted: Bool
  }

  package struct Fault: Error {
    package var column: Int
    var reason: String
  }

  package var words: [Word] = []
  /// The column behind the whole line, including its comment.
  package let end: Int

  private static let takesTheRest = ["config", "write"]

  init(_ line: some StringProtocol) throws(Fault) {
    let characters = Array(line)
    end = characters.count + 1
    var place = 0
    while place < characters.count {
      if characters[place].isWhitespace {
        place += 1
        continue
      }
      if characters[place] == "#" { return }
      if words.count == 2, ScriptLine.takesTheRest.contains(words[0].text) {
        let rest = String(characters[place...]).withoutEdgeSpaces
        words.append(Word(text: rest, column: place + 1, isQuoted: false))
        return
      }
      let column = place + 1
      if characters[place] == "\"" {
        words.append(Word(text: try ScriptLine.quoted(characters, &place), column: column, isQuoted: true))
      } else {
        let plain = characters[place...].prefix { !$0.isWhitespace }
        words.append(Word(text: String(plain), column: column, isQuoted: false))
        place = plain.endIndex
      }
    }
  }

  private static func quoted(_ characters: [Character], _ place: inout Int) throws(Fault) -> String {
    let start = place
    var text = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "\"":
        guard place == characters.count || characters[place].isWhitespace else {
          throw Fault(column: place + 1, reason: "something follows a quotation without a space")
        }
        return text
      case "\\":
        guard place < characters.count, "\\\"".contains(characters[place]) else {
          throw Fault(column: place, reason: "only \\\" and \\\\ mean something after a backslash")
        }
        text.append(characters[place])
        place += 1
      default: text.append(character)
      }
    }
    throw Fault(column: start + 1, reason: "this quotation has no end")
  }
}
