import Catalogue
import Programs
import SharedValues
import TerminalUI

/// A script: what a tester does with the app, and what should appear then. See docs/scripts.md.
package struct Script: Hashable, Sendable {
  /// The file's name without its ending.
  package var id: String
  /// The file that it was read from; only the file's name for a script that comes with the program.
  package var path: String
  /// The comment at its beginning.
  package var title: String
  package var setup = ScriptSetup()
  package var steps: [ScriptStep] = []

  /// The steps before the app starts: the file steps at the beginning.
  var preparation: ArraySlice<ScriptStep> { steps.prefix { if case .file = $0.action { true } else { false } } }
}

package struct ScriptSetup: Hashable, Sendable {
  package enum Device: String, Hashable, Sendable, CaseIterable {
    case fresh
    /// Has registered a client; no user is signed in, and the browser holds no session.
    case registered
    /// As `registered`, and the next start signs in by itself.
    case signedIn = "signed-in"
    /// Registered, with a keystore under ``ScriptDevices/passphrase``.
    case locked
    /// Registered, with a truncated keystore.
    case damaged
  }

  package var size = Size(110, 30)
  package var language = Language.english
  package var device = Device.fresh
  /// Further options for `run`.
  package var options: [String] = []
  /// Members of config.json, by path.
  package var configuration: [String: JSON] = [:]
  package init() {}
}

package struct ScriptStep: Hashable, Sendable {
  package var line: Int
  /// The line as it stands in the file, without spaces around it.
  package var text: String
  package var action: ScriptAction
}

package enum ScriptAction: Hashable, Sendable {
  case press([ScriptKey])
  case type(String)
  case paste(String)
  /// With the mouse, at the beginning of this text.
  case click(String)
  case clickAt(Point)
  /// Moves the focus to the button of this name, and presses it.
  case button(String)
  case login(user: String, password: String)
  case expect(ScriptCondition, isMet: Bool)
  /// Seconds.
  case wait(Double)
  case resize(Size)
  case picture(String)
  /// Runs another command of this program on the same data and expects this exit code.
  case command([String], exit: Int32)
  case file(ScriptFileOperation)
  /// Presses `q` and waits for the app to end.
  case quit
  /// Starts the app again, with further options for `run`.
  case start([String])
  /// From here on, seconds to wait for an expectation.
  case timeout(Double)
}

package enum ScriptCondition: Hashable, Sendable {
  case texts([String])
  case fact(String, String)
  /// The screen has nothing of this kind.
  case absent(String)
  case program(String)
  case exit(Int32)
  /// The output of the last command, or of the app if it has ended, contains all of these; line breaks count as spaces.
  case output([String])
}

package struct ScriptFaults: Error, Hashable, Sendable {
  package var path: String
  package var all: [ScriptFault]

  package var errors: [CommandError] {
    all.map { fault in
      CommandError(
        .scriptUnusable,
        ["path": path, "field": "\(fault.line):\(fault.column)", "detail": fault.reason, "expected": fault.hint])
    }
  }
}

package struct ScriptFault: Error, Hashable, Sendable {
  /// Both count from 1; a column counts characters.
  package var line: Int
  package var column: Int
  package var reason: String
  package var hint: String

  static let quoteHint = "write texts with spaces as \"Start Registration\""
  static let pathHint = "a path within the device's folder, e.g. data/devices/phone/keystore.age or config.json"
  static let optionHint = "options of run, e.g. option --ascii --theme light"
  static func noName(_ text: String) -> String { "“\(text)” is none of the names that can stand here" }
  static func noPath(_ text: String) -> String { "“\(text)” leads out of the device's folder, or nowhere" }
  static func noOption(_ text: String) -> String { "“\(text)” is not an option that a script may give here" }
}

package struct ScriptKey: Hashable, Sendable {
  package var name: String
  package var bytes: [UInt8]

  /// - Parameter name: one of ``names``, `ctrl-` and a letter, or a single character; otherwise `nil`.
  package init?(_ name: String) {
    self.name = name
    if let sequence = ScriptKey.sequences[name] {
      bytes = Array(sequence.utf8)
    } else if name.count == 1, let scalar = name.unicodeScalars.first, scalar.value > 0x20, scalar.value != 0x7F {
      bytes = Array(name.utf8)
    } else if name.hasPrefix(bytes: "ctrl-"), name.count == 6, let letter = name.utf8.last,
      (0x61...0x7A).contains(letter)
    {
      bytes = [letter - 0x60]
    } else {
      return nil
    }
  }

  package static func click(at place: Point) -> [UInt8] {
    ["M", "m"].flatMap { Array("\u{1B}[<0;\(place.x + 1);\(place.y + 1)\($0)".utf8) }
  }

  /// The names of all keys that are not characters.
  package static var names: [String] { sequences.keys.sorted() }

  private static let sequences: [String: String] = {
    var table = [
      "enter": "\r", "tab": "\t", "shift-tab": "\u{1B}[Z", "escape": "\u{1B}", "space": " ", "backspace": "\u{7F}",
      "up": "\u{1B}[A", "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D", "home": "\u{1B}[H",
      "end": "\u{1B}[F", "insert": "\u{1B}[2~", "delete": "\u{1B}[3~", "page-up": "\u{1B}[5~", "page-down": "\u{1B}[6~",
      "f1": "\u{1B}OP", "f2": "\u{1B}OQ", "f3": "\u{1B}OR", "f4": "\u{1B}OS",
    ]
    for (number, code) in zip(5...12, [15, 17, 18, 19, 20, 21, 23, 24]) { table["f\(number)"] = "\u{1B}[\(code)~" }
    return table
  }()
}
