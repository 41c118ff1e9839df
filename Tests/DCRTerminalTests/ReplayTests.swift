import Foundation
import SharedValues
import TerminalUI
import Testing

@testable import DCRTerminal

/// What is read of a bundle, what is refused, and what a replay says.
@Suite struct ReplayTests {
  private static let manifest: JSON = [
    "format": "dcr-terminal-evidence", "version": 1, "replayable": true, "obstacle": .null, "begins": "fresh",
    "size": "110x30", "options": ["--lang", "de", "--ascii"],
  ]
  private static let keys: JSON = [
    ["key": "enter", "changes": 1], ["key": "typed passphrase", "changes": 1], ["key": "E", "changes": 3],
  ]
  private static let states: JSON = [
    ["from": "opening", "to": "no-client", "cause": "keystore-read", "code": .null],
    ["from": "no-client", "to": "failed", "cause": "answer", "code": "http_500"],
  ]

  private func bundle(
    manifest: JSON = ReplayTests.manifest, keys: JSON = ReplayTests.keys, states: JSON = ReplayTests.states, more: [ZipArchive.Member] = []
  ) -> [UInt8] {
    ZipArchive(
      members: [
        .init("manifest.json", manifest.pretty), .init("keys.json", keys.pretty), .init("states.json", states.pretty),
      ] + more
    ).bytes
  }

  private func refusal(_ bytes: [UInt8]) -> CommandError? {
    do throws(CommandError) {
      _ = try BundleReader.read(bytes, path: "a.zip")
      return nil
    } catch { return error }
  }

  @Test func readsARun() throws {
    let run = try BundleReader.read(bundle(), path: "a.zip")
    #expect(run.device == .fresh && run.size == Size(110, 30) && run.options == ["--lang", "de", "--ascii"])
    #expect(run.presses.map(\.key) == ["enter", "typed passphrase", "E"])
    #expect(run.changes.last == .init(from: "no-client", to: "failed", cause: "answer", code: "http_500"))
  }

  @Test func refusesWhatIsNoBundle() {
    func code(_ bytes: [UInt8], _ word: String) {
      let error = refusal(bytes)
      #expect(error?.values["detail"]?.contains(word) == true, "\(word): \(String(describing: error))")
      #expect(error?.status == .data)
    }
    let m = Self.manifest
    code([1, 2, 3], "no zip")
    code(ZipArchive(members: [.init("manifest.json", m.pretty)]).bytes, "keys.json is missing")
    code(bundle(more: [.init("evil.sh", "x")]), "evil.sh belongs to no bundle")
    code(bundle(manifest: m.setting("format", "x")), "“format”")
    code(bundle(manifest: m.setting("begins", "new")), "“begins”")
    code(bundle(manifest: m.setting("begins", "unknown")), "before the app knew its keystore")
    code(bundle(manifest: m.setting("size", "0x0")), "“size”")
    code(bundle(manifest: m.setting("options", ["--data-dir", "/"])), "“options”")
    code(bundle(manifest: m.setting("options", ["--lang"])), "“options”")
    code(bundle(manifest: m.setting("options", ["--lang", "fr"])), "“options”")
    code(bundle(manifest: m.setting("replayable", false).setting("obstacle", "several-phones")), "several phones")
    code(bundle(manifest: m.setting("replayable", false).setting("obstacle", "x")), "“obstacle”")
    code(bundle(keys: [["key": "no such key", "changes": 0]]), "“[0].key”")
    code(bundle(keys: [["key": "a", "changes": 2], ["key": "a", "changes": 1]]), "“[1].changes”")
    code(bundle(states: [["from": "a", "to": "b"]]), "“[0]”")
    code(bundle(states: [["from": "a", "to": "B!", "cause": "x"]]), "“[0]”")
    code(ZipArchive(members: [.init("manifest.json", "{")]).bytes, "manifest.json is no JSON")
    #expect(refusal(bundle(manifest: m.setting("version", 2)))?.code == "bundle_version")
  }

  private func change(_ from: String, _ to: String, _ cause: String = "answer") -> RecordedRun.Change {
    .init(from: from, to: to, cause: cause, code: nil)
  }

  @Test func saysWhereItGoesAnotherWay() {
    let recorded = [
      change("opening", "no-client"), change("no-client", "registering"), change("registering", "failed"),
    ]
    let same = ReplayReport(recorded, recorded)
    #expect(same.difference == nil && same.lines().count == 3)
    var other = recorded
    other[2].to = "unauthenticated"
    let report = ReplayReport(recorded, other)
    #expect(report.difference == 2)
    #expect(report.lines().last == "3  registering → failed (answer), but now registering → unauthenticated (answer)")
    let short = ReplayReport(recorded, Array(recorded.prefix(1)))
    #expect(short.lines().last == "2  no-client → registering (answer), but now nothing")
    #expect(ReplayReport(recorded, recorded + [change("failed", "no-client")]).difference == 3)
  }

  @Test func renewalsByTimeAreNotCompared() {
    let renewal = [change("authenticated", "refreshing", "time"), change("refreshing", "authenticated")]
    let run = [change("opening", "authenticated")]
    #expect(ReplayReport(run + renewal + renewal, run).difference == nil)
    #expect(ReplayReport(run + [renewal[0], change("refreshing", "failed")], run).difference == 1)
  }

  @Test func readsTheHistoryOfAPicture() {
    let all = RecordedRun.Change.all("3 opening no-client keystore-read -;4 no-client failed answer http_500;x")
    #expect(all.map(\.0) == [3, 4] && all[1].1.code == "http_500")
  }
}
