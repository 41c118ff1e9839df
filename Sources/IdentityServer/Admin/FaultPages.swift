import Faults

/// The faults that are on at this server, for the administrator: what they do, to whom, how often they have happened, and the presets.
extension Provider {
  @Sendable func faultsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let parameters = visit.request.queryParameters
    return faultsPage(visit, kind: parameters["kind"] ?? "everybody", target: parameters["target"] ?? "")
  }

  private func faultsPage(
    _ visit: AdministrationVisit, preset: String = "", kind: String, target: String, times: String = "",
    alert: String? = nil
  ) -> ServerResponse {
    let rows = faults.entries.filter { $0.left != 0 }.map { fault -> [String: Any] in
      [
        "name": fault.name, "fault": fault.summary, "target": shown(fault.target), "happened": String(fault.hits),
        "left": fault.left.map(String.init) ?? pages.say(.always), "batch": String(fault.batch),
      ]
    }
    let kinds: [(value: String, text: AdministrationText)] = [
      ("everybody", .everybody), ("client", .client), ("user", .user), ("address", .address),
    ]
    let values: [String: Any] = [
      "faults": rows, "hasFaults": !rows.isEmpty, "form": sealedForm("faults", nil, visit.session),
      "presets": Pages.options(Provider.presets.map { ($0.name, $0.plan.title ?? $0.name) }, preset),
      "kinds": Pages.options(kinds.map { ($0.value, pages.say($0.text)) }, kind),
      "target": target, "times": times,
    ]
    return administrationPage(.faults, pages.say(.faults), "faults", values, visit, alert: alert)
  }

  private static let presets = FaultPresets.all.filter(\.plan.isPossibleAtServer)

  private func shown(_ target: FaultTarget) -> String {
    switch target {
    case .everybody, .applications, .registrars: pages.say(.everybody)
    case .client(let id): pages.say(AdministrationText.client) + " " + id
    case .user(let name): pages.say(AdministrationText.user) + " " + name
    case .address(let address): pages.say(.address) + " " + address.text
    }
  }

  @Sendable func changeFaults(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let form = visit.form
    switch form["do"] {
    case "on"?:
      let (preset, kind, target) = (form["preset"] ?? "", form["kind"] ?? "", (form["target"] ?? "").withoutEdgeSpaces)
      let times = (form["times"] ?? "").withoutEdgeSpaces
      do { try await switchOn(preset, kind, target, times) } catch let error as IdentityServerError {
        return faultsPage(
          visit, preset: preset, kind: kind, target: target, times: times, alert: pages.sentence(error))
      }
      try takeUpFaults()
      return done(.doneFaultOn, visit, to: AdministrationFrame.faultsPath, note: "fault switched on")
    case "off"?:
      try await administration.switchOff(form["number"] ?? "")
      try takeUpFaults()
      return done(.doneFaultOff, visit, to: AdministrationFrame.faultsPath, note: "fault switched off")
    default: throw OAuthError(.invalidRequest, "do must be on or off")
    }
  }

  private func switchOn(_ preset: String, _ kind: String, _ name: String, _ times: String) async throws {
    guard let plan = FaultPresets.named(preset)?.plan else {
      throw OAuthError(.invalidRequest, "preset must be one of the page's")
    }
    let target = try FaultOrder.target(kind: kind, name: name)
    guard times.isEmpty || Int(times) != nil else {
      throw OAuthError(.invalidRequest, "times must be a whole number, or empty")
    }
    let count = Int(times).map { min(max($0, 1), FaultTimes.most) }
    try await administration.switchOn(FaultOrder(plan, name: preset, for: target, times: count))
  }
}
