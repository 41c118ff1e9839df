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
    switch message.content {
    case .exchange(let exchange):
      object = Address(exchange.request.url).path
      milliseconds = exchange.milliseconds
      switch exchange.outcome {
      case nil: (status, outcome) = (look.marks.pending, .pending)
      case .success(let response):
        (status, outcome) = (String(response.status), MessageSummary.outcome(response.status))
        bytes = message.record?.responseBytes ?? message.droppedSizes?.response ?? response.body.count
      case .failure(let failure): (status, outcome) = (failure.code.rawValue, .failed)
      }
    case .userAgentOpened(let url): object = Address(url).path
    case .redirect(let url):
      let address = Address(url)
      let error = address.value("error")
      (object, status, outcome) = (address.base, error ?? "", error == nil ? .good : .refused)
    case .redirectDropped(let url): (object, status, outcome) = (Address(url).base, text(.messageDropped), .refused)
    case .userAgentClosed: break
    case .keystoreSaved(let file): (object, status, outcome) = (file, text(.messageSaved), .good)
    case .keystoreErased: (status, outcome) = (text(.messageErased), .good)
    case .keys(let operation): (object, outcome) = (operation.thumbprint, .good)
    case .observed(let request):
      (object, note) = (request.path, request.status == 0 ? "" : text.serverNote(request.note))
      (status, outcome) = (request.statusText, MessageSummary.outcome(request.status))
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
  /// Its colour, and its name in full, in one word, and where only a few letters fit.
  private var words: (role: Role, full: Phrase, short: Phrase, tight: Phrase?) {
    switch self {
    case .app: (.app, .partyApp, .partyApp, nil)
    case .browser: (.browser, .partyBrowser, .partyBrowser, nil)
    case .server: (.server, .partyIdentityServer, .partyServer, nil)
    case .keystore: (.keystore, .partyKeystore, .partyKeystore, .laneKeystore)
    case .secureElement: (.keystore, .partySecureElement, .laneSecureElement, nil)
    case .application: (.highlight, .partyApplicationServer, .partyApplication, nil)
    case .api: (.highlight, .partyAPI, .partyAPI, nil)
    case .client: (.app, .partyClient, .partyClient, nil)
    case .administrator: (.highlight, .partyAdministratorInFull, .partyAdministrator, nil)
    case .attacker: (.error, .partyAttacker, .partyAttacker, .laneAttacker)
    case .rogue: (.error, .partyRogueServer, .partyRogue, nil)
    }
  }

  var role: Role { words.role }
  var fullName: Phrase { words.full }
  var shortName: Phrase { words.short }
  var tightName: Phrase { words.tight ?? words.short }
}

extension Look {
  /// `App → Identity server`, each in its colour.
  func parties(_ from: Party, _ to: Party) -> [StyledLine.Span] {
    [
      .init(text: catalogue(from.fullName), style: Style(from.role, bold: true)),
      .init(text: " \(marks.right) ", style: Style(.secondary)),
      .init(text: catalogue(to.fullName), style: Style(to.role, bold: true)),
    ]
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
  /// The faults that changed the message; `nil`: none.
  func faultsInWords(_ look: Look) -> String? {
    guard !faults.isEmpty else { return nil }
    return look.catalogue(.faultTouched, ["fault": faults.joined(separator: ", ")])
  }
}
