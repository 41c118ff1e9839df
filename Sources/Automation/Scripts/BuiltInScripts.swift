import ForeignText

/// The scripts that come with the program, by name: the checks of the test plan that a script can play. The files lie
/// in TestPlan/.
package enum BuiltInScripts {
  package static let files: [(name: String, bytes: [UInt8])] = Embedded.testPlan.filter {
    $0.key.hasSuffix(bytes: ScriptLibrary.ending)
  }
  .sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }

  /// The test plan itself.
  package static let plan = Array((Embedded.testPlan["plan.json"] ?? "").utf8)

  /// The names that `script NAME` accepts.
  package static let names = files.compactMap { $0.name.without(suffix: ScriptLibrary.ending).map(String.init) }
}
