import Foundation
import SharedValues

/// Why a file of the test plan is not used: which, in which line, and why. Nothing of it is used then.
public struct TestPlanProblem: Error, Hashable, Sendable {
  /// Name of the file, without its folder.
  public var file: String
  public var line: Int
  /// Stable: `not_json`, `missing`, `wrong`, `unknown_member`, `duplicate_id`, `empty_steps`, `bad_size`, `bad_clock`,
  /// `unknown_preset`, `bad_faults`, `unknown_script`, `too_large`, `unreadable`.
  public var code: String
  /// The member, as a path: `cases[2].given.size`.
  public var member: String
  /// What was expected there.
  public var expected: String

  public init(file: String, line: Int = 1, code: String, member: String = "", expected: String = "") {
    self.file = file
    self.line = line
    self.code = code
    self.member = member
    self.expected = expected
  }
}

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
    self.presets = presets
    self.scripts = scripts
    self.faultPlan = faultPlan
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
  /// - Throws: ``TestPlanProblem``.
  public static func read(
    _ bytes: [UInt8], name: String, path: String? = nil, names: TestPlanNames = TestPlanNames(),
    taken: [TestCase.ID: String] = [:]
  ) throws(TestPlanProblem) -> TestPlan {
    guard bytes.count <= TestPlan.fileLimit else {
      throw TestPlanProblem(file: name, code: "too_large", expected: "at most \(TestPlan.fileLimit) bytes")
    }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw TestPlanProblem(
        file: name, line: line, code: "not_json", member: error.member ?? "", expected: error.reason.rawValue)
    }
    do throws(DocumentFault) {
      return try TestPlanJudge(names: names, path: path, taken: taken).plan(DocumentMembers(document, at: []))
    } catch {
      throw TestPlanProblem(
        file: name, line: JSONPlaces.line(of: error.place, in: bytes), code: error.code, member: error.place.path,
        expected: error.expected)
    }
  }
}
