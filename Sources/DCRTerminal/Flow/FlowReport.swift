struct FlowReport {
  let json: Bool
  let reveals: Bool

  func text(_ line: FlowScript.Line) -> String { json ? object(line).line : sentence(line) }

  func faults(_ active: ActiveFaults) -> [String] {
    guard !active.isEmpty else { return [] }
    if json { return [JSON.object([JSON.Member("faults", active.plan.json["faults"] ?? .null)]).line] }
    return active.entries.map { "on purpose: \(FaultReport.line($0.rule))" }
  }

  func text(_ ending: FlowScript.Ending, _ faults: ActiveFaults = ActiveFaults()) -> String {
    if json {
      var result: JSON = ["result": "ok"]
      if case .failed(let step, let error) = ending { result = error.result(at: step) }
      return result.setting("faults", faults.isEmpty ? nil : FaultReport.json(faults)).line
    }
    let lines = faults.entries.map { "on purpose: \(CommandError.line($0.rule.summary)): happened \($0.hits) times" }
    let last: [String] =
      switch ending {
      case .complete: ["the flow is complete"]
      case .reached(let step): ["stopped after \(step.rawValue), as asked"]
      case .failed: []
      }
    return (lines + last).joined(separator: "\n")
  }

  private func object(_ line: FlowScript.Line) -> JSON {
    switch line {
    case .waiting(let step, let codes, let seconds):
      ["step": .string(step.rawValue), "waiting": FlowReport.members(of: codes, seconds)]
    case .unanswered(let step, let page):
      ["step": .string(step.rawValue), "unanswered": JSON.object([]).setting("address", shown(page).map(JSON.string))]
    case .done(let step, let milliseconds, let detail):
      [
        "step": .string(step.rawValue), "ok": true, "ms": FlowReport.number(milliseconds),
        "detail": reveals ? detail : FlowDetail.masked(detail),
      ]
    case .skipped(let step, let why):
      ["step": .string(step.rawValue), "ok": true, "skipped": true, "why": .string(why.rawValue)]
    case .failed(let step, let milliseconds, let error):
      [
        "step": .string(step.rawValue), "ok": false, "ms": FlowReport.number(milliseconds),
        "error": .string(error.code.rawValue),
      ]
    }
  }

  private func sentence(_ line: FlowScript.Line) -> String {
    switch line {
    case .waiting, .unanswered: return forAPerson(line) ?? ""
    case .done(let step, let milliseconds, let detail):
      let shown = summary(reveals ? detail : FlowDetail.masked(detail))
      return row(step, line.isUnconfirmed ? "done, not confirmed" : "done", milliseconds)
        + (shown.isEmpty ? "" : "  " + shown)
    case .skipped(let step, let why): return row(step, "skipped: \(why.rawValue)", nil)
    case .failed(let step, let milliseconds, let error):
      return row(step, "failed: \(error.code.rawValue)", milliseconds)
    }
  }

  private func summary(_ detail: JSON) -> String {
    let names = ["client_id", "sub", "scope", "access_token", "refresh_token"]
    let pairs = names.compactMap { name in detail[name]?.stringValue.map { "\(name)=\(Escape.logfmtValue($0))" } }
    return CommandError.line(pairs.joined(separator: " "))
  }

  private func row(_ step: FlowStep, _ what: String, _ milliseconds: Double?) -> String {
    let name = step.rawValue.column(20)
    guard let milliseconds else { return name + CommandError.line(what) }
    let time = FixedPoint.text(milliseconds, digits: 1) + " ms"
    let padding = String(repeating: " ", count: max(0, 12 - time.count))
    return "\(name)\(CommandError.line(what)) \(padding)\(time)"
  }

  /// Instructions for a person; `nil`: none are needed.
  func forAPerson(_ line: FlowScript.Line) -> String? {
    switch line {
    case .waiting(_, let codes, let seconds): FlowReport.invitation(codes, seconds)
    case .unanswered(_, let page): advice(page)
    case .done, .skipped, .failed: nil
    }
  }

  /// Instructions in one line. Address and code come from the server; both were judged.
  private static func invitation(_ codes: DeviceAuthorization, _ seconds: Int) -> String {
    CommandError.line(
      "open \(codes.verificationURI) on another device and type the code \(Quoted.words(codes.userCode)) there, within \(seconds) s"
    )
  }

  private func advice(_ page: UnansweredPage) -> String {
    // The whole address, so that it can be pasted.
    let address =
      shown(page).map { "; the page is \($0)" } ?? (page.address == nil ? "" : "; --reveal says its address")
    return
      "no answer yet: look for the browser's question whether it may open the app, and press Open; if it does not ask, use "
      + "--browser in-app, or a redirect to a loopback address (`dcr-terminal docs user-agents`)" + address
  }

  /// The page's whole address, because a part of it is useless. One with a secret, such as an `id_token_hint`, is shown if secrets are revealed.
  private func shown(_ page: UnansweredPage) -> String? {
    page.address.flatMap { reveals || Redaction().url($0) == $0 ? $0 : nil }
  }

  private static func members(of codes: DeviceAuthorization, _ seconds: Int) -> JSON {
    let object: JSON = [
      "verification_uri": .string(codes.verificationURI), "user_code": .string(codes.userCode),
      "expires_in": .number(String(seconds)),
    ]
    return object.setting("verification_uri_complete", codes.verificationURIComplete.map(JSON.string))
  }

  private static func number(_ value: Double) -> JSON { .number(FixedPoint.text(value, digits: 1)) }
}

extension String {
  func column(_ length: Int) -> String { prefix(length) + String(repeating: " ", count: max(0, length - count)) }
}
