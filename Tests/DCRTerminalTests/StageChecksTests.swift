import Testing

@testable import DCRTerminal
@testable import Doctor
@testable import Edge

/// The checks report beforehand what an audience would not be able to see.
@Suite struct StageChecksTests {
  private func facts(_ change: (inout StageFacts) -> Void = { _ in }) -> StageFacts {
    var facts = StageFacts(
      terminal: LocalFacts.Terminal(name: "xterm-256color", columns: 110, rows: 30, colours: 256, isUTF8: true))
    facts.clients = 0
    facts.ports = [.init(name: "the identity server", number: 8443, isTaken: false)]
    change(&facts)
    return facts
  }

  private func verdicts(_ change: (inout StageFacts) -> Void = { _ in }) -> [String: Finding.Verdict] {
    let findings = StageChecks(facts: facts(change)).findings()
    return Dictionary(findings.map { ($0.check, $0.verdict) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func aGoodStagePassesEveryCheck() {
    let verdicts = verdicts()
    // Only a person can see the font.
    #expect(verdicts.filter { $0.value != .ok } == ["stage_font": .note])
    #expect(verdicts.count == 8)
  }

  @Test func eachObstacleIsReported() throws {
    let changes: [(String, (inout StageFacts) -> Void)] = [
      ("stage_size", { $0.terminal?.columns = 109 }), ("stage_size", { $0.terminal?.rows = 23 }),
      ("stage_colours", { $0.terminal?.colours = 16 }), ("stage_colours", { $0.hasNoColours = true }),
      ("stage_font", { $0.terminal?.isUTF8 = false }), ("stage_phone", { $0.isRegistered = true }),
      ("stage_clients", { $0.clients = 3 }), ("stage_clients", { $0.sessions = 1 }),
      ("stage_browser", { $0.userAgent = .system }),
    ]
    for (check, change) in changes {
      let finding = try #require(StageChecks(facts: facts(change)).findings().first { $0.check == check })
      #expect(finding.verdict == .warning && finding.hint?.isEmpty == false, "\(check)")
    }
  }

  @Test func aPortThatIsTakenIsNamed() throws {
    let finding = try #require(
      StageChecks(facts: facts { $0.ports[0].isTaken = true }).findings().first { $0.check == "stage_ports" })
    #expect(finding.verdict == .note && finding.what.contains("8443"))
  }

  @Test func withoutATerminalTheRestIsChecked() {
    #expect(
      verdicts { $0.terminal = nil }.keys.sorted() == [
        "stage_browser", "stage_clients", "stage_language", "stage_phone", "stage_ports",
      ])
  }

  /// On a terminal, lines break between words and continue below their beginning.
  @Test func findingsFitTheTerminal() {
    let findings = StageChecks(facts: facts { $0.clients = 3 }).findings()
    let lines = DoctorReport(findings: findings, width: 60).lines
    #expect(lines.allSatisfy { $0.count <= 60 })
    let whole = DoctorReport(findings: findings).lines.joined(separator: " ").split(separator: " ")
    #expect(lines.joined(separator: " ").split(separator: " ") == whole)
  }
}
