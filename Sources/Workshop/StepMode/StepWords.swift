import AppState
import Catalogue
import FoundationEssentials
import OAuthClient
import Screens
import SharedValues
import TerminalUI

/// The words of a held message's card: name, contents (masked), and reason.
struct StepWords {
  /// A value that the message contains.
  struct Carried {
    var name: String
    var value: String
    /// Its purpose; empty if unknown.
    var sentence: String
    /// The specification; empty if unknown.
    var source: String

    func meaning(_ look: Look) -> String { sentence.isEmpty ? "" : "\(sentence) \(look.marks.separator) \(source)" }
  }

  let message: HeldMessage
  let look: Look
  private let redaction: Redaction

  init(_ message: HeldMessage, reveal: Bool, _ look: Look) {
    (self.message, self.look) = (message, look)
    redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
  }

  static func title(_ message: StepMessage, _ look: Look) -> String {
    look.word(message.rawValue, in: PhrasesByName.stepTitle)
  }

  var title: String { StepWords.title(message.name, look) }
  var parties: [StyledLine.Span] { look.parties(.app, message.to) }

  /// Why it is sent, with the section that requires it.
  var why: String {
    if case .clearTokens = message.effect { return look.catalogue(.captionCleared) }
    return Caption.text(asMessage, look)
  }

  /// The message as panels will show it once it is sent.
  private var asMessage: Message {
    let flow = FlowMark(message.flow, message.kind, started: .distantPast)
    return Message(from: .app, to: message.to, content, step: message.step, flow: flow)
  }

  private var content: Message.Content {
    switch message.effect {
    case .send(_, let request, _): .exchange(Exchange(request, started: .distantPast))
    case .openUserAgent(_, _, _, let url, _): .userAgentOpened(url: url)
    case .eraseKeystore: .keystoreErased
    default: .keystoreSaved(file: "keystore.age")
    }
  }

  /// `POST token  /oauth/v2/oauth-token`, or the file to write. A long path keeps its end.
  func line(_ width: Int) -> String {
    let summary = MessageSummary(asMessage, look)
    let name = summary.name.text + "  "
    let object = summary.object.isEmpty ? "keystore.age" : summary.object
    return name + Address.tail(object, width: width - TextLayout.width(name), ellipsis: look.marks.ellipsis)
  }

  // MARK: What it carries

  var carried: [Carried] {
    switch message.effect {
    case .send(_, let request, _): carried(by: request)
    case .openUserAgent(_, _, _, let url, _):
      parameters(Address(redaction.url(url)).parameters, message.name == .openSignOut ? .endSession : .authorization)
    case .saveRegistration(_, let registration, _):
      members(redaction.json(registration.document), .registration)
        .filter { ["client_id", "client_secret", "registration_access_token"].contains($0.name) }
    case .saveTokens(_, let tokens):
      members(
        redaction.json(
          JSON.object([]).setting("id_token", tokens.idToken.map { .string($0.revealed) })
            .setting("refresh_token", tokens.refreshToken.map { .string($0.revealed) })), .token)
    default: []
    }
  }

  /// In the order of the message: the client's identity before the request.
  private func carried(by request: HTTPRequest) -> [Carried] {
    let redaction = redaction.of(request)
    var all = parameters(Address(redaction.url(request.url)).parameters, request.endpoint)
    if let authorization = redaction.headers(request.headers)[first: "Authorization"] {
      all.append(item("Authorization", authorization, request.endpoint, method: request.method))
    }
    all += request.proofs.map { unsigned($0, request.endpoint) }
    guard !request.body.isEmpty else { return all }
    let type = request.headers.contentType
    if type == "application/x-www-form-urlencoded" {
      return all + parameters(Address.form(redaction.body(request.body, contentType: type)), request.endpoint)
    }
    guard let json = try? JSON.parse(request.body) else { return all }
    return all + members(redaction.json(json), request.endpoint, method: request.method)
  }

  /// The claims, as far as they are known, of a proof that is signed only when the message is sent.
  private func unsigned(_ proof: KeyProof, _ endpoint: Endpoint) -> Carried {
    let name =
      switch proof.place {
      case .header(let name), .form(let name): name
      }
    return item(name, redaction.json(proof.claims).compact.replacingBytes(of: ",\"", with: ", \""), endpoint)
  }

  private func parameters(_ parameters: [NamedValue], _ endpoint: Endpoint) -> [Carried] {
    parameters.map { item($0.name, $0.value, endpoint) { name in parameters.first { $0.name == name }?.value } }
  }

  private func members(_ masked: JSON, _ endpoint: Endpoint, method: String = "POST") -> [Carried] {
    (masked.objectValue ?? []).map {
      // Spaces as in the details, so that a list can wrap between its members.
      let value = $0.value.stringValue ?? $0.value.compact.replacingBytes(of: ",\"", with: ", \"")
      return item($0.name, value, endpoint, method: method) { masked[$0]?.stringValue }
    }
  }

  private func item(
    _ name: String, _ value: String, _ endpoint: Endpoint, method: String = "POST",
    beside: (String) -> String? = { _ in nil }
  ) -> Carried {
    let explanation = ParameterExplanations.of(name, endpoint, method: method, value: value, beside: beside)
    return Carried(
      name: name, value: value, sentence: explanation.map { look.catalogue($0.sentence) } ?? "",
      source: explanation?.source ?? "")
  }
}

enum PredictionWords {
  /// Right or wrong, and why: where the answer belongs, and what it requires.
  static func lines(_ state: AppState, _ look: Look, width: Int, _ good: Role, _ bad: Role) -> [StyledLine] {
    guard let prediction = state[Stepping.self].prediction, let answer = prediction.answer else { return [] }
    let column = TextColumn(width, look)
    if prediction.isRight {
      let text = look.catalogue(.rightAnswer, ["message": StepWords.title(answer, look)])
      return column.marked(look.marks.done, text, Style(good, bold: true))
    }
    let place = Phone<Stepping>(state).place(of: answer).rawValue
    let why = look.word(answer.rawValue, in: PhrasesByName.stepNeeds)
    let text = look.word(place, in: PhrasesByName.stepWrong, ["why": why])
    let right = ["message": StepWords.title(prediction.right, look)]
    return column.marked(look.marks.failed, text, Style(bad, bold: true))
      + column.text(.itIs, Style(good, bold: true), right, indent: 2)
  }
}

extension Stepping {
  /// When the next message is sent automatically, or that the motion is paused; `nil`: messages wait for the user.
  func motion(_ state: AppState, _ look: Look) -> String? {
    guard isOn, pace != .off else { return nil }
    if isPaused { return look.catalogue(.slowMotionRests) }
    guard let releaseAt else { return nil }
    let seconds = Int(max(0, releaseAt.timeIntervalSince(state.now)).rounded(.up))
    return look.catalogue(.slowMotionGoes, ["seconds": String(min(seconds, 99))])
  }
}
