import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// A message in a few words, as list, diagram and plain text show it.
struct MessageSummary {
  /// `POST`, or what happened where no request was sent.
  var verb: String
  /// The path, or what the verb is about.
  var object: String
  /// What the server did, in its own words; only where nothing is known of size and time.
  var note = ""
  /// `200`, the code of a failure, or the sign for "under way".
  var status: String
  var outcome: Outcome
  var bytes: Int?
  var milliseconds: Double?

  enum Outcome: Hashable { case pending, good, refused, failed, none }

  init(_ message: Message, _ look: Look) {
    let text = look.catalogue
    switch message.content {
    case .exchange(let exchange): self.init(exchange, message.letGo, look)
    case .userAgentOpened(let url): self.init(text(.messageOpen), Address(url).path)
    case .redirect(let url):
      let address = Address(url)
      let isError = address.parameters.contains { $0.name == "error" }
      self.init(
        text(.messageRedirect), address.base, isError ? address.value("error") ?? "" : "", isError ? .refused : .good)
    case .redirectDropped(let url):
      self.init(text(.messageRedirect), Address(url).base, text(.messageDropped), .refused)
    case .userAgentClosed: self.init(text(.messageClosed), "")
    case .keystoreSaved(let file): self.init(text(.messageSave), file, text(.messageSaved), .good)
    case .keystoreErased: self.init(text(.messageErase), "", text(.messageErased), .good)
    case .observed(let request):
      self.init(request.method, request.path, String(request.status), MessageSummary.outcome(request.status))
      note = request.note
    }
  }

  private init(_ verb: String, _ object: String, _ status: String = "", _ outcome: Outcome = .none) {
    (self.verb, self.object, self.status, self.outcome) = (verb, object, status, outcome)
  }

  private init(_ exchange: Exchange, _ letGo: Message.LetGo?, _ look: Look) {
    self.init(exchange.request.method, Address(exchange.request.url).path)
    milliseconds = exchange.milliseconds
    switch exchange.outcome {
    case nil:
      status = look.marks.pending
      outcome = .pending
    case .success(let response):
      status = String(response.status)
      outcome = MessageSummary.outcome(response.status)
      bytes = letGo?.response ?? response.body.count
    case .failure(let failure):
      status = failure.code.rawValue
      outcome = .failed
    }
  }

  private static func outcome(_ status: Int) -> Outcome { status < 400 ? .good : .refused }
}

extension MessageSummary.Outcome {
  var style: Style {
    switch self {
    case .pending, .none: Style(.secondary)
    case .good: Style(.success)
    case .refused, .failed: Style(.error, bold: true)
    }
  }
}

extension Party {
  var role: Role {
    switch self {
    case .app: .app
    case .browser: .browser
    case .server: .server
    case .keystore: .keystore
    case .attacker: .error
    }
  }

  var shortName: Phrase {
    switch self {
    case .app: .partyApp
    case .browser: .partyBrowser
    case .server: .partyServer
    case .keystore: .partyKeystore
    case .attacker: .partyAttacker
    }
  }

  var fullName: Phrase { self == .server ? .partyIdentityServer : shortName }
}

extension Message {
  /// What was done to the message on purpose, for a reader of it; `nil`: nothing.
  func faultsInWords(_ look: Look) -> String? {
    guard !faults.isEmpty else { return nil }
    return look.catalogue(.faultTouched, ["fault": faults.joined(separator: ", ")])
  }
}
