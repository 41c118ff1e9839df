import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// A message in a few words, for list, diagram and plain text.
struct MessageSummary {
  var name: MessageName
  /// The path, or the object of the name.
  var object = ""
  /// What the server did, in its own words; only if size and time are unknown.
  var note = ""
  /// `200`, the code of a failure, or the sign for "under way".
  var status = ""
  var outcome = Outcome.none
  var bytes: Int?
  var milliseconds: Double?

  enum Outcome: Hashable { case pending, good, refused, failed, none }

  init(_ message: Message, _ look: Look) {
    let text = look.catalogue
    name = MessageName(message, look)
    outcome = Outcome(message)
    switch message.content {
    case .exchange(let exchange): summarise(exchange, message.droppedSizes, look)
    case .userAgentOpened(let url): object = Address(url).path
    case .redirect(let url):
      let address = Address(url)
      (object, status) = (address.base, address.value("error") ?? "")
    case .redirectDropped(let url): (object, status) = (Address(url).base, text(.messageDropped))
    case .userAgentClosed: break
    case .keystoreSaved(let file): (object, status) = (file, text(.messageSaved))
    case .keystoreErased: status = text(.messageErased)
    case .keys(let operation): object = operation.thumbprint
    case .observed(let request):
      (object, note) = (request.path, request.status == 0 ? "" : text.serverNote(request.note))
      status = request.statusText
    }
  }

  private mutating func summarise(_ exchange: Exchange, _ droppedSizes: Message.DroppedSizes?, _ look: Look) {
    object = Address(exchange.request.url).path
    milliseconds = exchange.milliseconds
    switch exchange.outcome {
    case nil: status = look.marks.pending
    case .success(let response):
      status = String(response.status)
      bytes = droppedSizes?.response ?? response.body.count
    case .failure(let failure): status = failure.code.rawValue
    }
  }
}

extension MessageSummary.Outcome {
  init(_ message: Message) {
    func judged(_ isGood: Bool) -> Self { isGood ? .good : .refused }
    self =
      switch message.content {
      case .exchange(let exchange):
        switch exchange.outcome {
        case nil: .pending
        case .success(let response): judged(response.status < 400)
        case .failure: .failed
        }
      case .redirect(let url): judged(Address(url).value("error") == nil)
      case .redirectDropped: .refused
      case .keystoreSaved, .keystoreErased, .keys: .good
      case .observed(let request): judged(request.status < 400)
      case .userAgentOpened, .userAgentClosed: .none
      }
  }

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
    case .keystore, .secureElement: .keystore
    case .application, .api, .administrator: .highlight
    case .attacker, .rogue: .error
    }
  }

  var shortName: Phrase {
    switch self {
    case .app: .partyApp
    case .browser: .partyBrowser
    case .server: .partyServer
    case .keystore: .partyKeystore
    case .secureElement: .laneSecureElement
    case .application: .partyApplication
    case .api: .partyAPI
    case .administrator: .partyAdministrator
    case .attacker: .partyAttacker
    case .rogue: .partyRogue
    }
  }

  var fullName: Phrase {
    switch self {
    case .server: .partyIdentityServer
    case .application: .partyApplicationServer
    case .rogue: .partyRogueServer
    case .administrator: .partyAdministratorInFull
    case .secureElement: .partySecureElement
    default: shortName
    }
  }
}

extension Lifeline {
  /// The name with the phone, if the phone has a name.
  func fullName(_ look: Look) -> String {
    let name = look.catalogue(party.fullName)
    return phone.map { "\(name) (\($0))" } ?? name
  }
}

extension Message {
  /// Whether it was refused or got no answer: the messages that the list shows as errors.
  var hasFailed: Bool {
    switch MessageSummary.Outcome(self) {
    case .refused, .failed: true
    case .pending, .good, .none: false
    }
  }

  /// The faults that changed the message; `nil`: none.
  func faultsInWords(_ look: Look) -> String? {
    guard !faults.isEmpty else { return nil }
    return look.catalogue(.faultTouched, ["fault": faults.joined(separator: ", ")])
  }
}
