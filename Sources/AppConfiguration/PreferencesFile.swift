import SmallFiles
import Synchronization
import TerminalUI

/// `preferences.json` in the data directory: the user's choices of appearance, shared by all phones.
package final class PreferencesFile: Sendable {
  package static let name = "preferences.json"
  /// Longer than anything that this program writes.
  private static let maximumLength = 64 << 10

  package let path: String
  private let latest: Mutex<Preferences>
  /// Why the file could not be read. The app starts all the same.
  package let problem: FileProblem?

  package init(directory: String) {
    path = directory + "/" + PreferencesFile.name
    let read = Result { [path] () throws(FileProblem) in try PreferencesFile.read(path) }
    latest = Mutex((try? read.get()) ?? Preferences())
    problem = if case .failure(let problem) = read { problem } else { nil }
  }

  /// The preferences last saved or overridden, which started programs get.
  package var current: Preferences { latest.withLock { $0 } }

  /// Changes preferences only for this run: the command line takes precedence over the file.
  package func override(_ change: (inout Preferences) -> Void) { latest.withLock { change(&$0) } }

  /// Replaces the file as a whole, so that a reader sees the old or the new one.
  /// - Throws: `preferences_not_saved`. The choice still holds for this run.
  package func save(_ preferences: Preferences) throws(FileProblem) {
    latest.withLock { $0 = preferences }
    // The testers' language is never kept.
    let language = preferences.language.flatMap { Language.spoken.contains($0) ? $0 : nil }
    let json = (["version": 1] as JSON).setting("theme", preferences.theme.map { .string($0) })
      .setting("motion", .bool(preferences.motion)).setting("language", language.map { .string($0.rawValue) })
      .setting("tester", preferences.tester.map { .string($0) })
    do { try SmallFile.replace(path, by: Array((json.pretty + "\n").utf8)) } catch {
      throw FileProblem(.preferencesNotSaved, path: path, detail: error)
    }
  }

  /// Reads the file. A missing file is no problem: nothing has been chosen yet.
  private static func read(_ path: String) throws(FileProblem) -> Preferences {
    func damaged(_ detail: Term) -> FileProblem { FileProblem(.preferencesDamaged, path: path, detail: detail) }
    let content: [UInt8]
    do { content = try SmallFile.read(path, upTo: maximumLength) } catch {
      guard case .notRegular = error else { return Preferences() }
      throw damaged("not JSON")
    }
    guard let json = try? JSON.parse(content) else { throw damaged("not JSON") }
    guard json["version"]?.intValue == 1 else { throw damaged("“\("version")” must be \(1)") }
    func member<Value>(_ name: String, _ read: (JSON) -> Value?, _ expected: Term) throws(FileProblem) -> Value? {
      guard let member = json[name] else { return nil }
      guard let value = read(member) else { throw damaged("“\(name)” must be \(expected)") }
      return value
    }
    func text(_ json: JSON, _ isGood: (String) -> Bool) -> String? {
      json.stringValue.flatMap { isGood($0) ? $0 : nil }
    }
    var preferences = Preferences()
    preferences.theme = try member(
      "theme", { text($0, Theme.names.contains) }, "one of \(Theme.names.joined(separator: ", "))")
    preferences.motion = try member("motion", \.boolValue, "true or false") ?? preferences.motion
    preferences.language = try member(
      "language", { json in Language.spoken.first { $0.rawValue == json.stringValue } }, "one of \("en, de, sv")")
    preferences.tester = try member("tester", { text($0) { $0.utf8.count <= 500 } }, "a text of at most \(500) bytes")
    return preferences
  }
}
