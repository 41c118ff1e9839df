import SharedValues

/// What a plan may name that stands elsewhere.
public struct TestPlanNames: Sendable {
  /// `nil`: any name is taken.
  public var presets: Set<String>?
  public var scripts: Set<String>?
  /// What is wrong with the members of a fault file; `nil`: nothing.
  public var faultPlan: @Sendable (JSON) -> String?

  public init(
    presets: Set<String>? = nil, scripts: Set<String>? = nil,
    faultPlan: @escaping @Sendable (JSON) -> String? = { _ in nil }
  ) {
    (self.presets, self.scripts, self.faultPlan) = (presets, scripts, faultPlan)
  }
}

/// Reads one file of a test plan: strict, so that a typing error is found where it stands and not in the middle of a test day.
///
/// The bytes are hostile: size, depth, types, lengths and numbers of things are bounded, members that nobody knows are
/// refused, and no text may hold a control character.
public enum TestPlanFile {
  /// The version of the format.
  public static let version = 1

  /// - Parameters:
  ///   - name: for problems; the file's path for ``TestCase/file``.
  ///   - taken: ids that other files have, with the names of these.
  /// - Throws: ``DocumentProblem``; its codes have also `duplicate_id`, `empty_steps`, `bad_size`, `bad_clock`, `unknown_preset`,
  ///   `bad_faults`, `unknown_script`.
  public static func read(
    _ bytes: [UInt8], name: String, path: String? = nil, names: TestPlanNames = TestPlanNames(),
    taken: [TestCase.ID: String] = [:]
  ) throws(DocumentProblem) -> TestPlan {
    try DocumentMembers.read(bytes, name: name, limit: TestPlan.fileLimit) { (members) throws(DocumentFault) in
      try TestPlanJudge(names: names, path: path, taken: taken).plan(members)
    }
  }

  /// The same, and all that is wrong with the file: each member is judged whatever the others are.
  public static func examine(
    _ bytes: [UInt8], name: String, names: TestPlanNames = TestPlanNames(), taken: [TestCase.ID: String] = [:]
  ) -> (plan: TestPlan, problems: [DocumentProblem]) {
    do throws(DocumentProblem) {
      let (plan, problems) = try DocumentMembers.read(
        bytes, name: name, limit: TestPlan.fileLimit,
        collecting: { (members, faults) throws(DocumentFault) in
          try TestPlanJudge(names: names, path: nil, taken: taken, faults: faults).plan(members)
        })
      return (plan, problems)
    } catch { return (TestPlan(title: ""), [error]) }
  }
}
