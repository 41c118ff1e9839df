import ForeignText
import FoundationEssentials
import OAuthClient
import SharedValues

/// One thing that happened between two parties, as the panel shows it.
public struct Message: Hashable, Sendable, Identifiable {
  public enum Content: Hashable, Sendable {
    case exchange(Exchange)
    /// The app opened the external user agent with this URL.
    case userAgentOpened(url: String)
    /// The operating system delivered this redirect to the app.
    case redirect(url: String)
    /// A redirect that is no answer to this app's request and was dropped.
    case redirectDropped(url: String)
    case userAgentClosed
    case keystoreSaved(file: String)
    case keystoreErased
    /// The secure element made a key, or signed.
    case keys(KeyOperation)
    case observed(ObservedRequest)
  }

  public var id: Int
  public var from: Party
  public var to: Party
  /// The phone on which it happened, where there are several.
  public internal(set) var phone: String?
  public var content: Content
  public var time: Date
  /// The step that the message belongs to.
  public var step: FlowStep?
  /// The flow that the message belongs to; `nil`: none was under way.
  public var flow: FlowMark?
  /// The sizes of the bodies in bytes, once the log has dropped them; `nil` while it holds them.
  public internal(set) var droppedSizes: DroppedSizes?

  /// Where its answer deviates from the specifications and was still read, at the first occurrence in this run.
  public internal(set) var leniencies: [Leniency] = []

  /// The faults injected into a message that is no exchange.
  package var marks: [FaultMark] = []

  /// What is still known of dropped bodies, in bytes.
  public struct DroppedSizes: Hashable, Sendable {
    public var request: Int
    public var response: Int
  }

  public init(
    id: Int, from: Party, to: Party, content: Content, time: Date, step: FlowStep?, flow: FlowMark? = nil
  ) {
    (self.id, self.from, self.to, self.content, self.time) = (id, from, to, content, time)
    (self.step, self.flow) = (step, flow)
  }
}

extension Message {
  /// The user of a login elsewhere has not finished yet (RFC 8628 §3.5): the app asks again every few seconds.
  public var saysNothingNew: Bool {
    guard case .exchange(let exchange) = content, exchange.request.endpoint == .token,
      case .success(let response)? = exchange.outcome
    else { return false }
    return (try? JSON.parse(response.body))?["error"] == "authorization_pending"
  }
}

/// The embedded server's report of one request of a browser. No secret, no body.
public struct ObservedRequest: Hashable, Sendable {
  public var method: String
  public var path: String
  /// The HTTP status; 0: nothing was sent, because the change was made in the server's database.
  public var status: Int
  /// What the server did, in a few words for people.
  public var note: String
  /// The server's own word for what the path is; `other` where the server does not say.
  public var endpoint: Endpoint
  /// The browser was already signed in, so that the user was not asked.
  public var usesSession: Bool
  /// The server that reports it.
  public var server: Party
  public var asker = Asker.participant

  /// Who sent the request, as far as the server can tell.
  public enum Asker: Hashable, Sendable {
    /// A participant's browser: only participants know the server, as in a lab.
    case participant
    /// A browser, for the login or sign-out with this mark and for this client; `nil`: none.
    case browser(visit: String?, client: String?)
    /// An administrator on the administration pages; about this client.
    case administrator(client: String?)
  }

  public init(
    method: String, path: String, status: Int, note: String, endpoint: Endpoint = .other, usesSession: Bool = false,
    server: Party = .server
  ) {
    (self.method, self.path, self.status, self.note, self.endpoint) = (method, path, status, note, endpoint)
    (self.usesSession, self.server) = (usesSession, server)
  }
}

extension ObservedRequest {
  /// A client that an administrator changed without a request to the server.
  public static func change(of client: String, _ note: String) -> ObservedRequest {
    ObservedRequest(method: "", path: client, status: 0, note: note)
  }

  /// `200`; empty where nothing was sent.
  public var statusText: String { status == 0 ? "" : String(status) }
}

extension Message {
  /// The lifelines between which its arrow runs.
  public var ends: (from: Lifeline, to: Lifeline) { (Lifeline(from, on: phone), Lifeline(to, on: phone)) }

  /// The endpoint of the request, or the one that the browser was sent to. `nil`: the message did not use the network.
  public var endpoint: Endpoint? {
    switch content {
    case .exchange(let exchange): exchange.request.endpoint
    // An authorization request names its client (RFC 6749 §4.1.1).
    case .userAgentOpened(let url) where step != .logout && url.byteRange(of: "client_id=") == nil: .page
    case .userAgentOpened, .redirect, .redirectDropped, .userAgentClosed: step == .logout ? .endSession : .authorization
    case .keystoreSaved, .keystoreErased, .keys: nil
    case .observed(let request): request.endpoint
    }
  }

  /// The faults injected into it, in the words of fault files (`authorize: wrong-state`); empty: none.
  public var faults: [String] { faultMarks.map(\.words) }

  var faultMarks: [FaultMark] {
    if case .exchange(let exchange) = content { exchange.faults } else { marks }
  }

  /// Whether its answer is still awaited.
  public var isPending: Bool {
    if case .exchange(let exchange) = content { exchange.outcome == nil } else { false }
  }
}

// MARK: - What it takes

extension Message {
  /// The most bytes of an address that a line without bodies keeps.
  static let longestAddress = 512

  /// The bytes that the message holds beside its fixed part.
  package var weight: Int {
    switch content {
    case .exchange(let exchange):
      var sum = exchange.request.url.utf8.count + exchange.request.body.count + Message.weight(exchange.request.headers)
      switch exchange.outcome {
      case .success(let response): sum += response.body.count + Message.weight(response.headers)
      case .failure(let failure): sum += failure.detail.utf8.count
      case nil: break
      }
      return sum
    case .userAgentOpened(let url), .redirect(let url), .redirectDropped(let url): return url.utf8.count
    case .observed(let request): return request.path.utf8.count + request.note.utf8.count
    case .keystoreSaved(let file): return file.utf8.count
    case .userAgentClosed, .keystoreErased, .keys: return 0
    }
  }

  /// Keeps the line but drops headers, bodies and the part of an address beyond ``longestAddress``.
  mutating func giveUpBodies() {
    switch content {
    case .exchange(var exchange):
      var gone = DroppedSizes(request: exchange.request.body.count, response: 0)
      exchange.request.url = Message.cut(exchange.request.url)
      exchange.request.headers = []
      exchange.request.body = []
      switch exchange.outcome {
      case .success(let response):
        gone.response = response.body.count
        exchange.outcome = .success(HTTPResponse(response.status))
      case .failure(let failure):
        exchange.outcome = .failure(TransportFailure(failure.code, Message.cut(failure.detail)))
      case nil: break
      }
      droppedSizes = droppedSizes ?? gone
      content = .exchange(exchange)
    case .userAgentOpened(let url): content = .userAgentOpened(url: Message.cut(url))
    case .redirect(let url): content = .redirect(url: Message.cut(url))
    case .redirectDropped(let url): content = .redirectDropped(url: Message.cut(url))
    case .observed(var request):
      request.path = Message.cut(request.path)
      request.note = Message.cut(request.note)
      content = .observed(request)
    case .userAgentClosed, .keystoreSaved, .keystoreErased, .keys: break
    }
  }

  private static func weight(_ headers: [HTTPHeader]) -> Int {
    headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  /// Cuts an address at the start of a parameter, so that no value is cut in half.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestAddress else { return text }
    // An independent copy: a slice would keep the whole string alive.
    let start = String(decoding: Array(text.utf8.prefix(longestAddress)), as: UTF8.self)
    return start.lastIndex(where: { "?&#".contains($0) }).map { String(start[..<$0]) } ?? start
  }
}
