extension LocalFacts {
  /// All findings but those about the stage, in the order of the report. `read` are those about the configuration, `looked` those about the server.
  package func findings(
    _ configuration: Configuration?, _ read: [Finding], _ server: FlowForecast.Server, _ looked: [Finding]
  ) -> [Finding] {
    let keys = configuration.map { keyForecast($0, server) }
    let local = LocalChecks(
      facts: self, issuer: configuration?.issuer.text, registers: configuration?.registers ?? true,
      silentStart: configuration?.silentStart ?? false, takesKeys: keys?.takesKeys ?? true
    ).findings()
    let forecast = FlowForecast(
      server: inUse.map(FlowForecast.Server.unknown) ?? server, isRegistered: keystore.isRegistered,
      mode: configuration?.registration.mode ?? .user, usesApplicationServer: configuration?.applicationServer != nil,
      usesAPI: configuration?.api != nil, signsInElsewhere: configuration?.userAgent == .deviceCode,
      lacking: means?.error, keyFailure: keys?.failure
    ).findings()
    let app = configuration.map { AppProfileChecks(configuration: $0).findings() } ?? []
    let data = local.filter { $0.area != .terminal } + redirect(configuration)
    return local.filter { $0.area == .terminal } + read + data + looked + app + forecast
  }

  /// For a redirect URI that the client does not have, most servers show a page of their own and send nobody back (RFC 6749 §4.1.2.1).
  private func redirect(_ configuration: Configuration?) -> [Finding] {
    guard let configuration, configuration.registers, case .registered(_, configuration.issuer.text, _) = keystore,
      let known = registration?.document["redirect_uris"]?.stringArray,
      !known.contains(where: configuration.redirectURI.isRegistered)
    else { return [] }
    let what = "this device is registered for \(known.joined(separator: " ")), and not for redirectUri of config.json"
    let hint = "choose Update Registration in Settings, or use flow --register-again"
    return [Finding(.data, "redirect_uri", .warning, what, hint: hint)]
  }

  private func keyForecast(_ configuration: Configuration, _ server: FlowForecast.Server) -> KeyForecast {
    var demands = configuration.keys
    if case .judged(.success(let metadata), _) = server {
      demands = (try? demands.judge(metadata, scope: configuration.scope)) ?? demands
    }
    // Another finding reports a registration of another issuer.
    let isOfIssuer =
      if case .registered(_, let issuer, _) = keystore { issuer == configuration.issuer.text } else { false }
    return KeyForecast(
      demands: demands, scope: configuration.scope, isRegistered: keystore.isRegistered,
      registration: configuration.registers && isOfIssuer ? registration : nil, held: try? secureElement?.get())
  }
}
