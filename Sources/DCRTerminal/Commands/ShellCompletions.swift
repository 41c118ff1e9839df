import ArgumentParser
import Faults
import Foundation
import Synchronization

/// What a shell offers when Tab is pressed: names that only this machine knows. Nothing is started but this program's own lists, nothing is
/// made, and what cannot be read offers nothing: an error here would stand in the middle of a line that somebody types.
extension CompletionKind {
  static var devices: CompletionKind { .custom { words, _, _ in CompletionNames(words).devices } }
  static var testRuns: CompletionKind { .custom { words, _, _ in CompletionNames(words).testRuns } }
  static var testAreas: CompletionKind { .custom { _, _, _ in TestPlanLibrary.builtIn.areas } }

  static var faultPresets: CompletionKind {
    .custom { _, _, prefix in FaultPresets.names + CompletionNames.files(prefix, endingIn: ".json") }
  }

  /// Scripts of the test plan by name, and files.
  static var scripts: CompletionKind {
    .custom { _, _, prefix in
      let suffix = ".script"
      return BuiltInScripts.files.map { String($0.name.dropLast(suffix.count)) }
        + CompletionNames.files(prefix, endingIn: suffix)
    }
  }

  static var clientIDs: CompletionKind { .listed("clients") }
  static var users: CompletionKind { .listed("users") }
  static var templates: CompletionKind { .listed("templates") }
  static var sessions: CompletionKind { .listed("sessions") }

  private static func listed(_ command: String) -> CompletionKind {
    .custom { words, _, _ in CompletionNames(words).listed(by: command) }
  }
}

/// The names of one data directory: of the one that the unfinished command line names, else of the default one.
struct CompletionNames {
  private let path: String

  init(_ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = CompletionNames.value(of: "--data-dir", in: words) ?? DataDirectory.defaultPath(environment)
  }

  var devices: [String] { folder("devices").filter(DataDirectory.isDeviceName) }
  var testRuns: [String] { TestRunStore(path: path + "/" + TestRunStore.folder).list().runs.map(\.id) }

  /// The first column of what `COMMAND list` prints, without its head.
  func listed(by command: String) -> [String] {
    guard access(path + "/idsvr/idsvr.sqlite", R_OK) == 0,
      let child = try? ChildProcess(OwnPrograms.app, [command, "list", "--data-dir", path], output: .pipe)
    else { return [] }
    let names = Mutex<[String]>([])
    let end = DispatchSemaphore(value: 0)
    child.readLines { line in
      guard let line else {
        _ = end.signal()
        return
      }
      names.withLock { $0.append(String(line.prefix { $0 != " " })) }
    }
    end.wait()
    return Array(names.withLock { $0 }.dropFirst())
  }

  /// The paths that `prefix` can become: folders, and files with that ending.
  static func files(_ prefix: String, endingIn suffix: String) -> [String] {
    let parent = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)) ?? []
    return names.sorted().compactMap { name in
      var isFolder: ObjCBool = false
      guard !name.hasPrefix("."), FileManager.default.fileExists(atPath: parent + name, isDirectory: &isFolder) else {
        return nil
      }
      return isFolder.boolValue ? parent + name + "/" : name.hasSuffix(suffix) ? parent + name : nil
    }
  }

  private func folder(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []).sorted()
  }

  /// bash hands `--data-dir=DIR` over as three words.
  private static func value(of option: String, in words: [String]) -> String? {
    if let whole = words.last(where: { $0.hasPrefix(option + "=") }) {
      return String(whole.dropFirst(option.count + 1))
    }
    guard let place = words.lastIndex(of: option) else { return nil }
    return words[(place + 1)...].first { $0 != "=" }
  }
}
