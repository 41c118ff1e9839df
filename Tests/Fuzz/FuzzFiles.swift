import CheckRuns
import Faults
import SharedValues
import Workshop

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Evidence

/// Every error of a script has a line of the file, and at most twenty errors are listed.
@Sendable func tryScript(_ input: [UInt8]) throws {
  let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
  do {
    let script = try ScriptReader.read(input, path: "tried.script")
    promise(!script.steps.isEmpty, "a script has a step")
    promise(script.steps.allSatisfy { (1...lines).contains($0.line) }, "a step has a line of the file")
  } catch {
    promise((1...20).contains(error.all.count), "what is wrong is named, within limits")
    promise(error.all.allSatisfy { (1...lines).contains($0.line) && $0.column >= 1 }, "a fault has a place in the file")
  }
}

@Sendable func tryLesson(_ input: [UInt8]) throws {
  do { _ = try LessonFile.read(input, name: "tried.json") } catch { tryProblem(error, input) }
}

/// A plan can be written and read again.
@Sendable func tryFaults(_ input: [UInt8]) throws {
  do {
    let plan = try FaultFile.read(input, name: "tried.json")
    promise(try FaultFile.read(Array(plan.json.pretty.utf8), name: "written.json") == plan, "a plan reads as written")
  } catch { tryProblem(error, input) }
}

/// Each report of a run can be made, and what is written can be read.
@Sendable func tryCheckRun(_ input: [UInt8]) throws {
  do {
    let run = try DocumentMembers.read(input, name: "tried.json", limit: CheckRun.limit) {
      (document) throws(DocumentFault) in
      try CheckRun(document.object)
    }
    promise(try CheckRun(run.json).verdicts.map(\.id) == run.verdicts.map(\.id), "a run reads as written")
    for format in CheckReportFormat.allCases { _ = format.text(run, comparedWith: run, strict: true) }
    _ = run.continuing(run)
  } catch let error as DocumentProblem { tryProblem(error, input) }
}

private func tryProblem(_ problem: DocumentProblem, _ input: [UInt8]) {
  let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
  promise((1...lines).contains(problem.line), "a problem has a line of the file")
}

/// Removing comments keeps every offset.
@Sendable func tryConfiguration(_ input: [UInt8]) throws {
  let bare = CommentedJSON.withoutComments(input)
  promise(bare.count == input.count, "without comments every place is the same")
  promise(CommentedJSON.withoutComments(bare) == bare, "comments go at once")
  _ = try? BrandFile.read(input, name: "tried.json")
  _ = try ConfigurationFile.judge(input, file: "/nowhere/config.json")
}

/// An archive can be written and read again with the same members.
@Sendable func tryZip(_ input: [UInt8]) throws {
  let archive = try ZipReader.read(input)
  promise(archive.members.map(\.bytes.count).reduce(0, +) <= input.count, "nothing is larger than its file")
  promise(archive.members.allSatisfy { ZipReader.isGood($0.name) }, "no name leads elsewhere")
  promise(try ZipReader.read(archive.bytes) == archive, "an archive reads as written")
}

/// The input has the members in order, each after a line `== NAME`, because libFuzzer knows nothing of checksums.
@Sendable func tryEvidence(_ input: [UInt8]) throws {
  var archive = ZipArchive()
  for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    if line.starts(with: "== ".utf8) {
      archive.members.append(.init(String(decoding: line.dropFirst(3), as: UTF8.self), []))
    } else if let last = archive.members.indices.last {
      archive.members[last].bytes += line + [UInt8(ascii: "\n")]
    }
  }
  let run = try BundleReader.read(archive.bytes, path: "tried.zip")
  for screen in run.screens {
    let size = screen.canvas.size
    promise(size.width <= 1000 && size.height <= 200, "a picture is bounded")
  }
  for count in 0...run.changes.count { _ = run.position(after: count) }
  _ = run.screen(at: 1000)
}
