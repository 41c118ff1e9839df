import AppState
import Catalogue
import Edge
import HTTPTransport
import LocalSockets
import OAuthClient
import Programs
import SharedValues
import Synchronization
import UserAgents
import Workshop

/// A browser at the lesson's own authorization request, of an app with only the named checks or of the malicious app; or at a page.
extension LabPhone {
  /// Facts: `result` (`ok`, or why no redirect is accepted, or why the page did not end), `where`, the redirect's parameters, `page` where the
  /// browser stayed, and what was typed in an embedded page.
  func browse(_ visit: LabBrowser) async throws(CommandError) -> LabFacts {
    await world.rogue?.pass(visit.rogue.map { world.filled($0) } ?? [])
    let url = address(visit)
    // A variable may contain a server's answer, so the address is judged after it is filled in.
    guard world.contains(url) else { return LabFacts(result: TransportFailure.Code.hostNotAllowed.rawValue) }
    let wanted =
      visit.parameters.first { $0.name == "redirect_uri" }.map { world.filled($0.value) } ?? LabWorld.redirectURI
    let redirect: RedirectURI
    do { redirect = try RedirectURI(accepted: wanted) } catch { throw CommandError(error) }
    let reception: RedirectReception
    let folder = try world.data(LabPhone.thief).devicePath
    do throws(UserAgentFailure) {
      reception = try RedirectReception(for: redirect, awaiting: nil, in: folder)
    } catch { throw CommandError(error) }
    defer { reception.close() }
    let (asker, receiver) = (visit.sender.party, visit.receiver.party)
    func say(_ from: Party, _ to: Party, _ content: Message.Content) {
      report(.message(Message(from: from, to: to, content, phone: visit.device)))
    }
    world.events.connect { [report] in LabPhone.forward($0, visit.device, report) }
    say(asker, .browser, .userAgentOpened(url: url))
    var facts = LabFacts()
    let refused = Mutex(false)
    let outcome = try await outcome(visit, url, reception) { refused.withLock { $0 = true } }
    switch outcome {
    case .redirect(let uri):
      say(visit.forged == nil ? .browser : .attacker, receiver, .redirect(url: uri))
      facts.add(redirect: uri)
      facts["result"] = "ok"
      if let refusal = refusal(facts, visit) { facts = LabFacts(result: refusal) }
    case .closed:
      if refused.withLock({ $0 }), let forged = visit.forged {
        say(.attacker, receiver, .redirectDropped(url: world.filled(forged)))
        facts["dropped"] = "1"
      }
      say(.browser, asker, .userAgentClosed)
      facts["result"] = "user_agent_closed"
    case .failed(let failure):
      let isDone = visit.page != nil && failure.exitCode == UserAgentFailure.endOfPages
      facts["result"] = isDone ? "ok" : failure.code.rawValue
      facts["page"] = failure.values["detail"].map(Catalogue(.english).fact)
    }
    if visit.isEmbedded, !visit.nobodyTypes {
      facts["typed_user"] = visit.user
      facts["typed_password"] = visit.password.map(world.filled) ?? LabWorld.users[visit.user]
    }
    return facts
  }

  static let thief = "malicious-app"

  private func address(_ visit: LabBrowser) -> String {
    if let page = visit.page { return world.filled(page) }
    let parameters = visit.parameters.map { (name: $0.name, value: world.filled($0.value)) }
    let endpoint = world.filled(visit.rogue != nil ? "{rogue_authorization_endpoint}" : "{authorization_endpoint}")
    return endpoint + "?" + PercentCoding.encode(parameters, .unreserved)
  }

  private func outcome(
    _ visit: LabBrowser, _ url: String, _ reception: RedirectReception, _ refused: @escaping @Sendable () -> Void
  ) async throws(CommandError) -> UserAgentOutcome {
    if let forged = visit.forged {
      return await ForgingUserAgent(uri: world.filled(forged), refused: refused).open(url, reception)
    }
    // A page that is embedded in an app uses that app's cookies.
    let device = visit.isEmbedded ? LabPhone.thief : visit.device
    let (_, configuration) = try setup(device)
    let typed = visit.password.map { Secret(world.filled($0)) }
    let options = try browser(
      configuration, try world.data(device), visit.user, visit.isEphemeral, visit.nobodyTypes, typed)
    return await InAppBrowser(options, log: log).open(url, reception)
  }

  private func refusal(_ facts: LabFacts, _ visit: LabBrowser) -> String? {
    for check in visit.checks {
      switch check {
      case .state:
        let sent = visit.parameters.first { $0.name == "state" }.map { world.filled($0.value) }
        guard facts["state"] == sent else { return "state_mismatch" }
      case .iss:
        // A server that does not send its issuer cannot be checked (RFC 9207 §2.4).
        guard let iss = facts["iss"] else { continue }
        guard iss == world.filled(visit.rogue != nil ? "{rogue}" : "{issuer}") else { return "iss_mismatch" }
      }
    }
    return nil
  }
}

extension LabRequest.Sender { var party: Party { Party(rawValue: rawValue) ?? .attacker } }

/// The browser of a lab phone on which a malicious app has registered the same scheme: the operating system hands the redirect to the malicious app
/// (RFC 8252 §8.1), and the phone's own app waits until its user gives up.
struct InterceptedUserAgent: ExternalUserAgent {
  let browser: InAppBrowser
  let thief: String
  let took: @Sendable (String) -> Void

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await open(url, reception, for: .logIn(scope: ""), meeting: nil)
  }

  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    let theirs: RedirectReception
    do { theirs = try RedirectReception(for: reception.redirect, awaiting: nil, in: thief) } catch {
      return .failed(error)
    }
    defer { theirs.close() }
    let outcome = await browser.open(url, theirs, for: errand, meeting: trouble)
    guard case .redirect(let uri) = outcome else { return outcome }
    took(uri)
    return .closed
  }
}

/// Opens a forged redirect while the app waits for its browser: through the operating system's dispatch, like the command `open-uri`. The app keeps
/// waiting; its user, who does not log in, gives up.
struct ForgingUserAgent: ExternalUserAgent {
  let uri: String
  /// Called if no app accepts this URI.
  var refused: @Sendable () -> Void = {}

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    guard let address = reception.socketPath.flatMap(URIDispatchAddress.init(socketPath:)) else {
      return .failed(UserAgentFailure(.socketUnusable, ["path": "", "detail": ""]))
    }
    guard let failure = await URIDispatchClient.failure(delivering: uri, to: address) else {
      for await arrived in reception.redirects { return .redirect(arrived) }
      return .closed
    }
    guard failure.code == .refused else {
      return .failed(UserAgentFailure(.socketUnusable, ["path": address.path, "detail": failure.detail]))
    }
    refused()
    return .closed
  }
}
