import FoundationEssentials
import OAuthClient
import SharedValues

/// One thing that happened between two parties, as the panel shows it.
public struct Message: Hashable, Sendable, Identifiable {
  public enum Content: Hashable, Sendable {
    case exchange(Exchange)
    case userAgentOpened(url: String)
    /// The operating system delivered this redirect to the app.
    case redirect(url: String)
    /// A redirect that is no answer to this app's request and was dropped.
    case redirectDropped(url: String)
    case userAgentClosed
    case keystoreSaved(file: String)
    case keystoreErased
    case keys(KeyOperation)
    case observed(ObservedRequest)
  }

  public var id: Int
  public var from: Party
  public var to: Party
  /// The phone on which it happened, where there are several.
  public package(set) var phone: String?
  public var content: Content
  public var time: Date
  public var step: FlowStep?
  /// The flow that the message belongs to; `nil`: none was under way.
  public var flow: FlowMark?
  /// The sizes of the bodies in bytes, once the log has dropped them; `nil` while it holds them.
  public package(set) var droppedSizes: DroppedSizes?

  /// What the identity server knows of it; `nil`: the message is in the app's own list.
  public package(set) var record: ExchangeRecord?

  /// Where its answer deviates from the specifications and was still read, at the first occurrence in this run.
  public package(set) var leniencies: [Leniency] = []

  /// The faults injected into a message that is no exchange.
  package var marks: [FaultMark] = []

  /// What is still known of dropped bodies, in bytes.
  public struct DroppedSizes: Hashable, Sendable {
    public var request: Int
    public var response: Int

    package init(request: Int, response: Int) { (self.request, self.response) = (request, response) }
  }

  public init(id: Int, from: Party, to: Party, content: Content, time: Date, step: FlowStep?, flow: FlowMark? = nil) {
    (self.id, self.from, self.to, self.content, self.time) = (id, from, to, content, time)
    (self.step, self.flow) = (step, flow)
  }

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
  var faultMarks: [FaultMark] { if case .exchange(let exchange) = content { exchange.faults } else { marks } }
  public var isPending: Bool { if case .exchange(let exchange) = content { exchange.outcome == nil } else { false } }
}

/// Whose an exchange is, and what the identity server says about it. Texts are masked, and still those of strangers.
public struct ExchangeRecord: Hashable, Sendable {
  /// Counts from 1 at each start of the server.
  public var number: Int
  public var clients: [String] = []
  public var users: [String] = []
  /// The handles of browser sessions.
  public var sessions: [String] = []
  /// The peer's.
  public var address = ""
  /// What happened, in the server's words, and the reason of a refusal that the peer is not told; either may be empty.
  public var note = ""
  public var detail = ""
  /// Bytes of the bodies on the wire.
  public var requestBytes = 0
  public var responseBytes = 0
  /// Whether both bodies are here: long ones stay at the server.
  public var isWhole = true

  public init(number: Int) { self.number = number }

  package var weight: Int {
    (clients + users + sessions + [address, note, detail]).reduce(0) { $0 + $1.utf8.count }
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
  public var server: Party
  public var asker = Asker.participant

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

  /// A client that an administrator changed without a request to the server.
  public static func change(of client: String, _ note: String) -> ObservedRequest {
    ObservedRequest(method: "", path: client, status: 0, note: note)
  }

  /// `200`; empty where nothing was sent.
  public var statusText: String { status == 0 ? "" : String(status) }
}

/// The flow that a message belongs to. Flows of different phones differ in their start time.
public struct FlowMark: Hashable, Sendable {
  public var id: FlowID
  public var kind: Flow.Kind
  var started: Date

  public init(_ id: FlowID, _ kind: Flow.Kind, started: Date) {
    (self.id, self.kind, self.started) = (id, kind, started)
  }
}
