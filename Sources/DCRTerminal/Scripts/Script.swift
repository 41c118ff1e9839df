import Catalogue
import SharedValues
import TerminalUI

/// One script: what a tester would do with the app, and what is to be seen then. See docs/scripts.md.
struct Script: Hashable, Sendable {
  /// The file's name without its ending.
  var id: String
  /// Where it was read; the file's name for one that comes with the program.
  var path: String
  /// The comment that it begins with.
  var title: String
  var setup = ScriptSetup()
  var steps: [ScriptStep] = []

  /// The steps before the app starts: those that it finds done, because they are about files and stand first.
  var preparation: ArraySlice<ScriptStep> { steps.prefix { if case .file = $0.deed { true } else { false } } }
}

/// What is so before the app starts.
struct ScriptSetup: Hashable, Sendable {
  enum Device: String, Hashable, Sendable, CaseIterable {
    /// Never started.
    case fresh
    /// Has a client of its own; nobody is signed in, and the browser holds no session.
    case registered
    /// The same, and the next start signs in by itself.
    case signedIn = "signed-in"
    /// Registered, with a keystore under ``ScriptDevices/passphrase``.
    case locked
    /// Registered, with a keystore that is cut off in the middle.
    case damaged
  }

  var size = Size(110, 30)
  var language = Language.english
  var device = Device.fresh
  /// Further words for `run`.
  var options: [String] = []
  /// Members of config.json by path.
  var configuration: [String: JSON] = [:]
}

struct ScriptStep: Hashable, Sendable {
  var line: Int
  /// As it stands in the file, without spaces around.
  var text: String
  var deed: ScriptDeed
}

enum ScriptDeed: Hashable, Sendable {
  case press([ScriptKey])
  case type(String)
  case paste(String)
  /// With the mouse, where this text begins.
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
  /// Another command of this program, on the same data, which ends with this exit code.
  case command([String], exit: Int32)
  case file(ScriptFileDeed)
  /// `q`, and the end of the app.
  case quit
  /// Starts the app again, with further words for `run`.
  case start([String])
  /// How long an expectation is waited for from here on, in seconds.
  case timeout(Double)
}

enum ScriptCondition: Hashable, Sendable {
  /// All of these stand on the screen.
  case texts([String])
  case fact(String, String)
  /// There is nothing of this kind.
  case absent(String)
  case program(String)
  /// The app has ended with this exit code.
  case exit(Int32)
  /// All of these stand in what the command wrote that ran last, or the app when it ended; line breaks count as spaces.
  case output([String])
}

/// What makes a file no script. All that is wrong with a file is told at once.
struct ScriptFaults: Error, Hashable, Sendable {
  var path: String
  var all: [ScriptFault]

  var errors: [CommandError] {
    all.map { fault in
      CommandError(
        .scriptUnusable,
        ["path": path, "field": "\(fault.line):\(fault.column)", "detail": fault.reason, "expected": fault.hint])
    }
  }
}

struct ScriptFault: Hashable, Sendable {
  /// From 1; a column counts characters.
  var line: Int
  var column: Int
  var reason: String
  var hint: String

  init(_ line: Int, _ column: Int, _ reason: String, hint: String) {
    (self.line, self.column, self.reason, self.hint) = (line, column, reason, hint)
  }

  // MARK: What is said in several places

  static let quoteHint = "write texts with spaces as \"Start Registration\""
  static let pathHint = "a path within the device's folder, e.g. data/devices/phone/keystore.age or config.json"
  static let optionHint = "options of run, e.g. option --ascii --theme light"
  static func noPath(_ text: String) -> String { "“\(text)” leads out of the device's folder, or nowhere" }
  static func noOption(_ text: String) -> String { "“\(text)” is no option that a script may give here" }
}
