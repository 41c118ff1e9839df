import Glibc
import Programs
import SharedValues
import SmallFiles

/// Finds scripts: files, folders of files, and those that come with the program.
package enum ScriptLibrary {
  package static let ending = ".script"

  /// The scripts of these files and folders, in order, and everything that is wrong with them.
  /// - Parameter names: paths, or ids of scripts that come with the program; empty: all of those.
  /// - Throws: `script_unreadable`; faults in scripts are added to `faults`.
  package static func read(
    _ names: [String], confinement: Confinement, faults: inout [ScriptFaults]
  ) throws(CommandError) -> [Script] {
    var scripts: [Script] = []
    func add(_ bytes: [UInt8], _ path: String) {
      do throws(ScriptFaults) {
        scripts.append(try ScriptReader.read(bytes, path: path, confinement: confinement))
      } catch { faults.append(error) }
    }
    if names.isEmpty { for file in BuiltInScripts.files { add(file.bytes, file.name) } }
    for name in names {
      if let file = BuiltInScripts.files.first(where: { $0.name == name + ending }), access(name, F_OK) != 0 {
        add(file.bytes, file.name)
      } else {
        for path in try paths(name) {
          let bytes = try SmallFile.read(
            path, limit: ScriptReader.fileLimit, notRegular: "not a regular file", orThrow: .scriptUnreadable)
          add(bytes, path)
        }
      }
    }
    return scripts
  }

  /// The scripts in a folder, sorted by name; or the file itself.
  private static func paths(_ path: String) throws(CommandError) -> [String] {
    guard AbsolutePath.isFolder(path) else { return [path] }
    let names = AbsolutePath.names(in: path, endingIn: ending)
    guard !names.isEmpty else { throw CommandError(.scriptFolderEmpty, ["path": path]) }
    return names.map { (path.hasSuffix(bytes: "/") ? path : path + "/") + $0 }
  }
}

/// The scripts that come with the program, by name: the checks of the test plan that a script can play. The files lie in TestPlan/.
package enum BuiltInScripts {
  package static let files: [(name: String, bytes: [UInt8])] = Embedded.testPlan.filter {
    $0.key.hasSuffix(bytes: ScriptLibrary.ending)
  }.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }

  package static let plan = Array((Embedded.testPlan["plan.json"] ?? "").utf8)

  /// The names that `script NAME` accepts.
  package static let names = files.compactMap { $0.name.without(suffix: ScriptLibrary.ending).map(String.init) }
}
