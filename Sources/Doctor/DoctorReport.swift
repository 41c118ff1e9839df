// The rooms that most files of this one speak of are exported to all of them. The app, the only room that knows this one, knows them, too.
@_exported import AppConfiguration
@_exported import AppState
@_exported import Catalogue
@_exported import Edge
@_exported import OAuthClient
@_exported import Programs
@_exported import SharedValues
import TerminalUI

/// The findings as a table for people or as lines of JSON for scripts. Sanitises text that servers wrote.
package struct DoctorReport {
  package let findings: [Finding]
  /// Whether verdicts are coloured; the words alone say everything, too.
  package var isColoured = false
  /// Columns of the terminal; `nil`: each finding is one line, for pipes.
  package var width: Int?

  package init(findings: [Finding], isColoured: Bool = false, width: Int? = nil) {
    (self.findings, self.isColoured, self.width) = (findings, isColoured, width)
  }

  /// The error of the first step that fails; without one, of the first problem that keeps the app from starting.
  package var failure: CommandError? {
    let step = findings.first { $0.forecast == .fails }?.error
    let judgedBySteps: [Finding.Area] = [.flow, .metadata, .profile]
    return step ?? findings.first { !judgedBySteps.contains($0.area) && $0.verdict == .problem }?.error
  }

  package var lines: [String] {
    var lines: [String] = []
    for area in Finding.Area.allCases {
      let part = findings.filter { $0.area == area }
      guard !part.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(DoctorReport.title(area))
      for finding in part { lines += rows(finding) }
    }
    lines.append("")
    let what = findings.contains { $0.area == .stage } ? "show" : "flow"
    guard let failure else { return lines + ["The \(what) would work."] }
    let why = findings.first { $0.forecast == .fails }?.why ?? failure.explanation
    return lines + [CommandError.line("The \(what) would fail: \(why)")]
  }

  private static let indent = "  " + String(repeating: " ", count: 9)

  private func rows(_ finding: Finding) -> [String] {
    let word = DoctorReport.word(finding)
    let head = "  " + coloured(word, finding.verdict) + String(repeating: " ", count: 9 - word.count)
    let hints = finding.hint.map { wrapped(CommandError.line("hint: \($0)")) } ?? []
    let what = wrapped(CommandError.line(finding.what))
    return [head + what[0]] + (what.dropFirst() + hints).map { DoctorReport.indent + $0 }
  }

  private func wrapped(_ text: String) -> [String] {
    guard let width, width > 40 else { return [text] }
    return TextLayout.wrap(text, width: width - TextLayout.width(DoctorReport.indent))
  }

  private static func word(_ finding: Finding) -> String {
    switch finding.forecast {
    case .skipped: "skip"
    case .unreached, .unknown: "-"
    case .ok, .fails, nil: finding.verdict.rawValue
    }
  }

  private func coloured(_ word: String, _ verdict: Finding.Verdict) -> String {
    guard isColoured else { return word }
    let code =
      switch verdict {
      case .ok: "32"
      case .note: "2"
      case .warning: "33"
      case .problem: "1;31"
      }
    return "\u{1B}[\(code)m\(word)\u{1B}[0m"
  }

  private static func title(_ area: Finding.Area) -> String {
    switch area {
    case .terminal: "Terminal"
    case .configuration: "Configuration"
    case .data: "Data on this machine"
    case .server: "Server"
    case .metadata: "What the server says it can do"
    case .profile: "What stands between this and FAPI 2.0"
    case .flow: "Steps of the flow"
    case .stage: "The stage"
    }
  }

  package var objects: [JSON] { findings.map(object) + [failure?.result(at: nil) ?? ["result": "ok"]] }

  private func object(_ finding: Finding) -> JSON {
    var json: JSON
    if let forecast = finding.forecast {
      json = ["step": .string(finding.check), "forecast": .string(forecast.rawValue)]
      json = json.setting("why", finding.why.flatMap { $0.isEmpty ? nil : .string($0) })
    } else {
      json = [
        "area": .string(finding.area.rawValue), "check": .string(finding.check),
        "verdict": .string(finding.verdict.rawValue), "text": .string(finding.what),
      ]
      json = json.setting("hint", finding.hint.map(JSON.string))
    }
    guard let error = finding.error else { return json }
    let facts = [JSON.Member("error", .string(error.code.rawValue))] + error.facts
    return facts.reduce(json) { $0.setting($1.name, $1.value) }
  }
}
