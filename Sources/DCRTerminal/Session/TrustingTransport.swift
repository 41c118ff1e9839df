import Synchronization

/// The session's HTTP transport. It is made anew when the set of trusted files changes, and reports every exchange to the inbox.
final class TrustingTransport: Sendable {
  private let make: @Sendable ([String], _ generation: Int) -> HTTPClientTransport
  private let trusted: @Sendable () -> [String]
  private let latest = Mutex<(files: [String], generation: Int, transport: HTTPClientTransport)?>(nil)
  private let issuer: Issuer
  private let dates: ServerDateBox

  /// - Parameter issuer: the issuer whose certificate and clock are remembered.
  init(
    to issuer: Issuer, trusted: @escaping @Sendable () -> [String], deviceCertificate: DeviceCertificateFiles? = nil,
    deadlines: Deadlines, proxies: Proxies, time: TimeSource, confinement: Confinement,
    faults: (any FaultInjecting)? = nil, inbox: @escaping AppStore.Inbox, log: Logger
  ) {
    (self.trusted, self.issuer) = (trusted, issuer)
    let heard = ServerDateBox()
    dates = heard
    make = { files, generation in
      HTTPClientTransport(
        trustedCertificates: files, deviceCertificate: deviceCertificate, deadlines: deadlines, time: time,
        proxies: proxies, confinement: confinement, faults: faults
      ) { event in
        if case .finished(let exchange) = event.content { heard.receive(exchange, from: issuer) }
        inbox(TrustingTransport.action(event, generation, time, log))
      }
    }
  }

  var current: any Transport {
    let files = trusted()
    return latest.withLock { latest in
      if let latest, latest.files == files { return latest.transport }
      let generation = (latest?.generation ?? 0) + 1
      let transport = make(files, generation)
      latest = (files, generation, transport)
      return transport
    }
  }

  func shutdown() async { await latest.withLock { $0?.transport }?.shutdown() }

  var certificate: PeerCertificate? { latest.withLock { $0?.transport }?.certificate(of: issuer.text) }

  var serverDate: ClockSurvey.ServerDate? { dates.latest }

  /// Makes numbers unique across the transports.
  static func action(_ event: TraceEvent, _ generation: Int, _ time: TimeSource, _ log: Logger) -> Action {
    let number = generation * 1_000_000 + event.number
    switch event.content {
    case .started(let request): return .exchanged(trace: number, Exchange(request, started: time.now))
    case .finished(let exchange):
      let outcome =
        switch exchange.outcome {
        case .success(let response): "\(response.status)"
        case .failure(let failure): failure.code.rawValue
        case nil: ""
        }
      var metadata: Logger.Metadata = [
        "method": "\(exchange.request.method)", "endpoint": "\(exchange.request.endpoint.rawValue)",
        "url": "\(exchange.request.url.prefix(whileScalar: { $0 != "?" }))", "outcome": "\(outcome)",
        "ms": "\(Int(exchange.milliseconds ?? 0))",
      ]
      if !exchange.faults.isEmpty { metadata["faults"] = "\(exchange.faults.map(\.words).joined(separator: ", "))" }
      log.info("exchange", metadata: metadata)
      return .exchanged(trace: number, exchange)
    }
  }
}

/// The newest `Date` header of a server, and when it came (RFC 9110 §6.6.1).
private final class ServerDateBox: Sendable {
  private let box = Mutex<ClockSurvey.ServerDate?>(nil)

  var latest: ClockSurvey.ServerDate? { box.withLock { $0 } }

  func receive(_ exchange: Exchange, from issuer: Issuer) {
    guard case .success(let response) = exchange.outcome, let heard = exchange.finished,
      exchange.request.url.hasPrefix(bytes: issuer.text.split(scalar: "/").prefix(2).joined(separator: "//")),
      let said = response.headers[first: "Date"].flatMap(HTTPDate.parse)
    else { return }
    box.withLock { $0 = ClockSurvey.ServerDate(said: said, heard: heard) }
  }
}
