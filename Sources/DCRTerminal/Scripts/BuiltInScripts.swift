import ForeignText

/// The scripts that come with the program, by name: what of the test plan can be played. Each stands in TestPlan/.
enum BuiltInScripts {
  static let files: [(name: String, bytes: [UInt8])] = Embedded.testPlan.filter {
    $0.key.hasSuffix(bytes: ScriptLibrary.ending)
  }
  .sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }

  /// As `script NAME` takes them.
  static let names = files.compactMap { $0.name.without(suffix: ScriptLibrary.ending).map(String.init) }
}
