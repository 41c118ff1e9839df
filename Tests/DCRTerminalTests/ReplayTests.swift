import AppState
import Faults
import Foundation
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import Workshop

/// Which bundles the reader accepts, and which it refuses.
@Suite struct BundleReaderTests {
  private static let manifest: JSON = [
    "format": "dcr-terminal-evidence", "version": 1, "replayable": true, "obstacle": .null, "begins": "fresh",
    "size": "110x30", "options": ["--lang", "de", "--ascii"],
    "configuration": ["scope": "openid", "silentStart": true],
    "screens": [["name": "screens/0001", "at": 1]],
  ]
  private static let keys: JSON = [
    ["at": 1, "key": "enter", "changes": 1, "seen": ["state": "no-client", "screen": "registration"]],
    ["at": 1, "key": "typed passphrase", "changes": 1, "seen": ["state": "locked"]],
    ["at": 7, "key": "E", "changes": 2, "seen": ["state": "failed", "error": "http_500"]],
  ]
  private static let states: JSON = [
    ["from": "opening", "to": "no-client", "cause": "keystore-read", "code": .null],
    ["from": "no-client", "to": "failed", "cause": "answer", "code": "http_500"],
  ]

  private func bundle(
    manifest: JSON = BundleReaderTests.manifest, keys: JSON = BundleReaderTests.keys,
    states: JSON = BundleReaderTests.states, more: [ZipArchive.Member] = []
  ) -> [UInt8] {
    ZipArchive(
      members: [
        .init("manifest.json", manifest.pretty), .init("keys.json", keys.pretty), .init("states.json", states.pretty),
        .init("screens/0001.txt", "a\u{1B}[2Jb\n"),
      ] + more
    ).bytes
  }

  private func refusal(_ bytes: [UInt8]) -> CommandError? {
    do throws(CommandError) {
      _ = try BundleReader.read(bytes, path: "a.zip")
      return nil
    } catch { return error }
  }

  private func expect(_ bytes: [UInt8], _ code: String, _ words: String..., from: SourceLocation = #_sourceLocation) {
    let error = refusal(bytes)
    let values = error?.values ?? [:]
    #expect(
      error?.code.rawValue == code && error?.status == .data, "\(String(describing: error))", sourceLocation: from)
    for word in words {
      #expect(values.values.contains { $0.description.contains(word) }, "\(word): \(values)", sourceLocation: from)
    }
  }

  @Test func readsARun() throws {
    let run = try BundleReader.read(bundle(), path: "a.zip")
    #expect(run.device == .fresh && run.size == Size(110, 30) && run.options == ["--lang", "de", "--ascii"])
    #expect(run.configuration == ["scope": "openid", "silentStart": true])
    #expect(run.presses.map(\.key) == ["enter", "typed passphrase", "E"] && run.presses[2].at == 7)
    #expect(run.presses[2].seen == ["state": "failed", "error": "http_500"])
    #expect(run.changes.last == .init(from: "no-client", to: "failed", cause: "answer", code: "http_500"))
    #expect(run.screen(at: 0) == nil && run.screen(at: 5)?.canvas.text.contains("\u{1B}") == false)
  }

  @Test func refusesOtherFiles() {
    expect([1, 2, 3], "bundle_unusable", "no zip")
    expect(ZipArchive(members: [.init("README.txt", "x")]).bytes, "bundle_unusable", "manifest.json is missing")
    expect(bundle(more: [.init("evil.sh", "x")]), "bundle_unusable", "evil.sh belongs to no bundle")
    expect(bundle(manifest: Self.manifest.setting("version", 2)), "bundle_version", "2", "1")
    expect(
      ZipArchive(members: [.init("manifest.json", "{\n\"format\":\n}")]).bytes, "bundle_wrong", "3", "no JSON (")
  }

  /// Each error names the file, the line and the member.
  @Test func saysWhatIsWrongAndWhere() {
    let m = Self.manifest
    expect(bundle(manifest: m.setting("format", "x")), "bundle_wrong", "manifest.json", "format should be")
    expect(bundle(manifest: m.setting("version", "1")), "bundle_wrong", "version should be")
    expect(bundle(manifest: m.setting("begins", "new")), "bundle_wrong", "begins should be one of fresh")
    expect(bundle(manifest: m.setting("size", "0x0")), "bundle_wrong", "size should be")
    for options: JSON in [
      ["--data-dir", "/"], ["--lang"], ["--lang", "fr"], ["--theme", "none"], ["--faults", "x"], "--ascii",
    ] { expect(bundle(manifest: m.setting("options", options)), "bundle_wrong", "options should be") }
    expect(
      bundle(manifest: m.setting("configuration", ["scope": "a", "issuer": "https://evil"])), "bundle_wrong",
      "configuration.issuer")
    expect(
      bundle(manifest: m.setting("screens", [["name": "screens/0002", "at": 1]])), "bundle_wrong", "screens[0].name")
    func key(_ key: JSON, _ changes: JSON, _ at: JSON = 1, _ seen: JSON = [:]) -> JSON {
      ["at": at, "key": key, "changes": changes, "seen": seen]
    }
    expect(bundle(keys: [key("no such key", 0)]), "bundle_wrong", "keys.json", "[0].key")
    expect(bundle(keys: [key("\u{1B}", 0)]), "bundle_wrong", "[0].key")
    expect(bundle(keys: [key("a", 2), key("a", 1)]), "bundle_wrong", "[1].changes")
    expect(bundle(keys: [key("a", 3)]), "bundle_wrong", "[0].changes should be a number from 0 to 2")
    expect(bundle(keys: [key("a", 1, 5), key("a", 1, 4)]), "bundle_wrong", "[1].at")
    expect(bundle(keys: [key("a", 1, 5, ["state": "a;b"])]), "bundle_wrong", "[0].seen.state")
    expect(bundle(keys: [key("a", 1, 5, ["secret": "a"])]), "bundle_wrong", "[0].seen.secret")
    expect(bundle(keys: ["a": 1]), "bundle_wrong", "a list of at most 5000")
    expect(bundle(states: [["from": "a", "to": "b"]]), "bundle_wrong", "states.json", "[0].cause")
    expect(bundle(states: [["from": "a", "to": "B!", "cause": "x"]]), "bundle_wrong", "[0].to")
    let gap: JSON = [["from": "a", "to": "b", "cause": "x"], ["from": "c", "to": "d", "cause": "x"]]
    expect(bundle(states: gap), "bundle_wrong", "[1].from should be b")
    expect(bundle(more: [.init("faults-at-start.json", "{}")]), "fault_file_wrong", "faults-at-start.json")
  }

  @Test func saysWhyItCannotBeReplayed() {
    for obstacle in EvidenceObstacle.allCases {
      #expect(!obstacle.words.isEmpty, "\(obstacle)")
      let manifest = Self.manifest.setting("replayable", false).setting("obstacle", .string(obstacle.rawValue))
      expect(bundle(manifest: manifest), "bundle_not_replayable", obstacle.words)
    }
    expect(
      bundle(manifest: Self.manifest.setting("replayable", false).setting("obstacle", "x")), "bundle_wrong", "obstacle")
  }
}

/// The script that is written from a replay.
@Suite struct ReplayScriptTests {
  private let run = RecordedRun(
    path: "a/evidence \n.zip", device: .locked, size: Size(80, 24), options: ["--lang", "de", "--ascii"],
    configuration: ["scope": "openid", "silentStart": true], presses: [], changes: [],
    faults: FaultPlan([FaultRule(.token, .connection(.offline))]))

  @Test func aScriptDoesAndWaitsForTheSame() throws {
    var script = ReplayScript(run)
    let locked = ["state": "locked", "screen": "unlock"]
    let open = ["state": "unauthenticated", "screen": "unauthenticated", "panel": "messages"]
    func with(_ more: [String: String]) -> [String: String] { open.merging(more) { $1 } }
    script.expect(locked, after: 1)
    script.press("typed passphrase", typing: ScriptDevices.passphrase)
    script.expect(locked, after: 1)
    script.press("enter", typing: "")
    script.expect(with(["sheet": "a name that nothing has"]), after: 2)
    for key in ["down", "down", "#", "\"", "*", "*", "enter"] { script.press(key, typing: "") }
    script.add("login demouser Password1")
    script.expect(with(["error": "http_500"]), after: 4)
    script.press("click 11 6", typing: "")
    script.press("typed search", typing: "x")
    script.expect(open, after: 4)
    script.press("resize 40x15", typing: "")
    script.press("other", typing: "")
    script.expect(["state": "refreshing", "screen": "unauthenticated"], after: 5)
    let faults = try #require(run.faults?.json.compact)
    #expect(
      script.text == #"""
        # evidence .zip, made into a script by dcr-terminal replay --as-script
        device locked
        size 80x24
        lang de
        option --ascii --faults @folder/faults.json
        config scope "openid"
        config silentStart true
        write faults.json \#(faults)

        expect state locked
        expect screen unlock
        type "correct horse battery staple"
        press enter
        expect state unauthenticated
        expect screen unauthenticated
        expect panel messages
        press down*2 "#" "\"" * * enter
        login demouser Password1
        expect state unauthenticated
        expect sheet none
        expect error http_500
        click 12 7
        # What was typed into the field “search” is not in the bundle: write it in the place of the “x”
        type "x"
        expect error none
        resize 40x15
        # Here was a key that no replay presses
        expect state refreshing
        expect panel none

        """#)
    let read = try ScriptReader.read(Array(script.text.utf8), path: "a.script")
    #expect(read.setup.device == .locked && read.setup.size == Size(80, 24) && read.setup.language == .german)
    #expect(read.title.hasPrefix("evidence .zip") && read.preparation.count == 1)
  }

  @Test func manyKeysAreLinesOfTwelve() {
    var script = ReplayScript(run)
    for _ in 0..<12 { for key in ["1", "q"] { script.press(key, typing: "") } }
    for _ in 0..<101 { script.press("down", typing: "") }
    let line = "press 1 q 1 q 1 q 1 q 1 q 1 q"
    #expect(script.text.split(separator: "\n").suffix(3) == [line[...], line[...], "press down*100 down"])
  }
}

/// The report of a replay.
@Suite struct ReplayReportTests {
  private func change(_ from: String, _ to: String, _ cause: String = "answer") -> RecordedRun.Change {
    .init(from: from, to: to, cause: cause, code: nil)
  }

  private func run(_ changes: [RecordedRun.Change]) -> RecordedRun {
    RecordedRun(
      path: "a.zip", device: .fresh, size: Size(110, 30), options: [],
      presses: [
        .init(at: 5, key: "enter", changes: 1, seen: ["state": "no-client"]),
        .init(at: 9, key: "E", changes: changes.count, seen: ["state": "failed"]),
      ], changes: changes, screens: [.init(at: 4, text: "as it was")])
  }

  private func report(_ recorded: [RecordedRun.Change], _ replayed: [RecordedRun.Change]) -> ReplayReport {
    var report = ReplayReport(run(recorded))
    report.replayed = replayed
    return report
  }

  private let way = [("opening", "no-client"), ("no-client", "registering"), ("registering", "failed")]
  private var changes: [RecordedRun.Change] { way.map { change($0.0, $0.1) } }

  @Test func saysWhichChangeWentAnotherWay() {
    #expect(report(changes, changes).isSame)
    var other = changes
    other[2].to = "unauthenticated"
    let wrong = report(changes, other)
    #expect(wrong.differentChange == 2 && !wrong.isSame)
    #expect(
      wrong.lines().contains(
        "change 3 of the state: expected registering → failed (answer), actual registering → unauthenticated (answer)"))
    let short = report(changes, Array(changes.prefix(1)))
    #expect(short.lines().contains { $0.hasSuffix("expected no-client → registering (answer), actual nothing") })
    #expect(report(changes, changes + [change("failed", "no-client")]).differentChange == 3)
    #expect(report(changes, changes).json["same"] == true && wrong.json["difference"] == 3)
  }

  @Test func saysAtWhichKeyAnotherScreenWasSeen() {
    var report = report(changes, Array(changes.prefix(1)))
    let seen = ["state": "no-client", "screen": "registration"]
    report.steps = [
      .init(number: 1, key: "enter", expected: seen, actual: seen, isSame: true),
      .init(
        number: 2, key: "E", expected: ["state": "failed", "error": "http_500"], actual: ["state": "no-client"],
        isSame: false),
    ]
    report.reached = 1
    var canvas = Canvas(Size(9, 1))
    canvas.put("as it is", at: Point(0, 0), Style(.text))
    report.canvas = canvas
    #expect(report.differentChange == nil && !report.isSame)
    #expect(
      report.lines() == [
        "   1  enter  no-client, screen registration", "   2  E      expected: failed, error http_500",
        "             actual:   no-client", "The app went another way.", "The screen in the bundle:",
        "  ┌─ 9x1 ───┐", "  │as it was│", "  └─────────┘", "The screen now:", "  ┌─ 9x1 ───┐", "  │as it is │",
        "  └─────────┘",
      ])
    #expect(report.json["steps"]?.arrayValue?.last?["actual"] == ["state": "no-client"])
    #expect(report.json["expectedScreen"]?.stringValue?.contains("as it was") == true)
  }

  /// Evidence that ends in the middle of a step says nothing about the step's end.
  @Test func anUnfinishedStepMayGoOn() {
    let prefix = Array(changes.prefix(2))
    #expect(report(prefix, changes).isSame)
    #expect(!report(Array(changes.prefix(1)), changes).isSame)
  }

  @Test func renewalsByTimeAreNotCompared() {
    let renewal = [change("authenticated", "refreshing", "time"), change("refreshing", "authenticated")]
    let way = [change("opening", "authenticated")]
    #expect(report(way + renewal + renewal, way).isSame)
    #expect(report(way, way + renewal).isSame && report(way + [renewal[0]], way).isSame)
    #expect(report(way + [renewal[0], change("refreshing", "failed")], way).differentChange == 1)
    #expect(run(way + renewal + way).position(after: 3) == 1)
  }

  @Test func readsTheHistoryOfAPicture() {
    let all = RecordedRun.Change.all("3 opening no-client keystore-read -;4 no-client failed answer http_500;x")
    #expect(all.map(\.0) == [3, 4] && all[1].1.code == "http_500")
  }
}
