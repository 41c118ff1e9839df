import AppState
import Catalogue
import OAuthClient
import Screens
import SharedValues
import TerminalUI

extension Picture {
  /// Draws one message in full. Returns how far it can be scrolled.
  mutating func drawMessageDetail(_ message: Message, _ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    let lines = MessageDetail(message, reveal: phone.revealsSecrets, width: rect.width - 1, look: look).lines
    let reach = putScrolled(lines, in: rect.wider(by: 1), offset: phone.view.panelScroll, bar: rect.maxX)
    if phone.view.tab == .messages, let search = phone.own.view.search { markMatch(of: search, in: rect) }
    return reach
  }
}

/// A message as lines: parties, headers, parameters with explanations, body. Secrets are masked unless revealed.
struct MessageDetail {
  var lines: [StyledLine] = []
  /// Decides what a name means if it has several meanings.
  private let endpoint: Endpoint
  private let method: String
  private(set) var redaction: Redaction
  let width: Int
  let look: Look

  init(_ message: Message, reveal: Bool, width: Int, look: Look) {
    redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
    (self.width, self.look) = (width, look)
    let request: HTTPRequest? = if case .exchange(let exchange) = message.content { exchange.request } else { nil }
    (endpoint, method) = (message.endpoint ?? .other, request?.method ?? "GET")
    head(message)
    if let touched = message.faultsInWords(look) {
      paragraph(look.marks.warning + " " + touched, Style(.warning, bold: true))
      blank()
    }
    if let record = message.record { say(record) }
    sayLeniencies(message.leniencies)
    switch message.content {
    case .exchange(let exchange):
      self.exchange(exchange, message.droppedSizes, responseBytes: message.record?.responseBytes)
    case .userAgentOpened(let url), .redirect(let url), .redirectDropped(let url):
      line(Address(url).base, Style(.text, bold: true))
      parameters(Address(redaction.url(url)).parameters, raw: Address(url).parameters)
    case .keystoreSaved(let file): paragraph(look.catalogue(.detailSaved, ["file": file]))
    case .keystoreErased: paragraph(look.catalogue(.detailErased))
    case .keys(let operation): paragraph(look.catalogue(operation.words.sentence, ["thumbprint": operation.thumbprint]))
    case .userAgentClosed: paragraph(look.catalogue(.detailClosed))
    case .observed(let request):
      let note = look.catalogue.serverNote(request.note)
      let parts = [[request.method, request.path], [request.statusText, note]].map { $0.filter { !$0.isEmpty } }
      line(parts[0].joined(separator: " "), Style(.text, bold: true))
      line(parts[1].joined(separator: "  "), Style(.text))
    }
    blank()
    paragraph(Caption.text(message, look), Style(.secondary))
  }

  private mutating func head(_ message: Message) {
    lines.append(
      StyledLine([
        .init(text: "\(message.id)  ", style: Style(.secondary)),
        .init(text: MessageName(message, look).text, style: Style(.text, bold: true)),
        .init(text: "  \(look.moment(message.time).time)", style: Style(.secondary)),
      ]))
    lines.append(
      StyledLine(
        look.parties(message.from, message.to) + [
          .init(text: message.phone.map { " \(look.marks.separator) \($0)" } ?? "", style: Style(.secondary))
        ]))
    blank()
  }

  private mutating func sayLeniencies(_ leniencies: [Leniency]) {
    guard !leniencies.isEmpty else { return }
    paragraph(look.catalogue(.leniencyHead), Style(.warning, bold: true))
    for leniency in leniencies {
      lines += StyledLine.wrapped(
        "\(look.marks.dot) " + leniency.sentence(look.catalogue), Style(.warning), width: width, hanging: 2)
    }
    blank()
  }

  /// Whose it is, and what the server says about it.
  private mutating func say(_ record: ExchangeRecord) {
    let whose: [(Phrase, [String])] = [
      (.recordClient, record.clients), (.recordUser, record.users), (.recordSession, record.sessions),
      (.recordAddress, [record.address].filter { !$0.isEmpty }),
    ]
    for (label, names) in whose where !names.isEmpty {
      pair(look.catalogue(label) + ": ", names.joined(separator: ", "), Style(.secondary))
    }
    let said: [(Phrase, String)] = [
      (.recordNote, look.catalogue.serverNote(record.note)), (.recordDetail, record.detail),
    ]
    for (label, text) in said where !text.isEmpty { pair(look.catalogue(label) + ": ", text, Style(.secondary)) }
    if !record.isWhole { paragraph(look.catalogue(.recordShort), Style(.secondary)) }
    blank()
  }

  private mutating func exchange(
    _ exchange: Exchange, _ droppedSizes: Message.DroppedSizes?, responseBytes: Int?
  ) {
    let request = exchange.request
    let all = redaction
    redaction = all.of(request)
    line(request.method + " " + Address(request.url).base, Style(.text, bold: true))
    parameters(Address(redaction.url(request.url)).parameters, raw: Address(request.url).parameters)
    headers(request.headers)
    body(request.body, request.headers.contentType)
    redaction = all
    if let droppedSizes {
      blank()
      let values = [
        "limit": look.size(MessageLog.weightLimit), "request": look.size(droppedSizes.request),
        "response": look.size(droppedSizes.response),
      ]
      paragraph(look.catalogue(.detailLetGo, values), Style(.secondary))
    }
    blank()
    switch exchange.outcome {
    case nil: line("\(look.marks.pending) " + look.catalogue(.detailPending), Style(.secondary))
    case .failure(let failure):
      line("\(look.marks.failed) \(failure.code.rawValue)", Style(.error, bold: true))
      if !failure.detail.isEmpty { paragraph(failure.detail) }
    case .success(let response):
      let time = exchange.milliseconds.map { "  " + look.duration($0) } ?? ""
      let status = "\(response.status) \(StatusWords.of(response.status))"
      lines.append(
        StyledLine(
          status, Style(response.status < 400 ? .success : .error, bold: true),
          "  \(look.size(responseBytes ?? droppedSizes?.response ?? response.body.count))\(time)", Style(.secondary)))
      headers(response.headers)
      body(response.body, response.contentType)
    }
  }

  private mutating func headers(_ headers: [HTTPHeader]) {
    for (header, raw) in zip(redaction.headers(headers), headers) {
      pair(header.name + ": ", header.value, Style(.jsonKey))
      switch header.name.lowercased() {
      case "cache-control":
        for directive in ParameterExplanations.ofCacheControl(header.value) { explain(directive, indent: 2) }
      case "www-authenticate": explain(challenges: header)
      case "authorization":
        explain(header.name, raw.value, indent: 2)
        credentials(raw.value)
      default:
        explain(header.name, raw.value, indent: 2)
        token(raw.value, named: header.name)
      }
    }
  }

  private mutating func explain(challenges header: HTTPHeader) {
    let challenges = AuthenticationChallenge.all(in: header.value)
    let scheme = challenges.lazy.compactMap { ParameterExplanations.ofValue($0.scheme, of: header.name) }.first
    if let scheme { explain(scheme, indent: 2) } else { explain(header.name, indent: 2) }
    for challenge in challenges {
      if challenges.count > 1 { line("  \(challenge.scheme)", Style(.text, bold: true)) }
      for name in ParameterExplanations.challengeNames {
        guard let value = challenge[name], let explanation = ParameterExplanations.ofChallenge(name, value) else {
          continue
        }
        pair("  \(name) = ", value, Style(.jsonKey, bold: true))
        explain(explanation, indent: 4)
      }
    }
  }

  /// One parameter per line with its explanation below, and the claims of a readable token.
  private mutating func parameters(_ parameters: [NamedValue], raw: [NamedValue]) {
    for (index, parameter) in parameters.enumerated() {
      pair("  \(parameter.name) = ", parameter.value, Style(.jsonKey, bold: true))
      explain(parameter.name, parameter.value, indent: 4) { name in parameters.first { $0.name == name }?.value }
      if raw.count == parameters.count { token(raw[index].value, named: parameter.name) }
    }
  }

  private mutating func body(_ bytes: [UInt8], _ contentType: String) {
    guard !bytes.isEmpty else { return }
    blank()
    let text = redaction.body(bytes, contentType: contentType)
    if contentType == "application/x-www-form-urlencoded" {
      return parameters(Address.form(text), raw: Address.form(String(decoding: bytes, as: UTF8.self)))
    }
    guard let json = try? JSON.parse(bytes) else {
      for paragraph in text.lines { line(String(paragraph), Style(.text)) }
      return
    }
    lines += JSONLines.lines(redaction.json(json), width: width)
    for member in json.objectValue ?? [] { token(member.value.stringValue ?? "", named: member.name) }
    explainMembers(of: json)
  }

  /// The explanations follow the JSON; between its members they would change what was sent.
  private mutating func explainMembers(of json: JSON) {
    var isFirst = true
    for member in json.objectValue ?? [] {
      let found = ParameterExplanations.of(member.name, in: json, endpoint, method: method)
      guard let explanation = found else { continue }
      if isFirst { blank() }
      isFirst = false
      line(member.name, Style(.jsonKey))
      explain(explanation, indent: 2)
      guard member.name == "cnf", member.value["jkt"] != nil else { continue }
      line("cnf.jkt", Style(.jsonKey))
      explain("cnf.jkt", indent: 2)
    }
  }

  private mutating func explain(
    _ name: String, _ value: String = "", indent: Int, beside: (String) -> String? = { _ in nil }
  ) {
    let explanation = ParameterExplanations.of(name, endpoint, method: method, value: value, beside: beside)
    if let explanation { explain(explanation, indent: indent) }
  }

  mutating func explain(_ explanation: Explanation, indent: Int) {
    meaning(look.catalogue(explanation.sentence), explanation.source, indent: indent)
  }

  mutating func meaning(_ sentence: String, _ source: String, indent: Int) {
    lines += StyledLine.wrapped(
      "\(sentence) \(look.marks.separator) \(source)", Style(.secondary), width: width, indent: indent)
  }

  mutating func blank() { if lines.last != .blank { lines.append(.blank) } }

  mutating func line(_ text: String, _ style: Style) {
    lines += StyledLine.wrapped(text, style, width: width, hanging: 2)
  }

  private mutating func paragraph(_ text: String, _ style: Style = Style(.text)) {
    lines += StyledLine.wrapped(text, style, width: width)
  }

  /// A name and its value; the value wraps below itself.
  mutating func pair(_ name: String, _ value: String, _ style: Style) {
    let indent = min(TextLayout.width(name), 24)
    let parts = TextLayout.wrap(value, width: max(8, width - max(indent, TextLayout.width(name))))
    for (index, part) in parts.enumerated() {
      let label = index == 0 ? name : String(repeating: " ", count: TextLayout.width(name))
      lines.append(StyledLine(label, style, part, Style(.text)))
    }
  }
}

extension Redaction { var dots: String { String(repeating: dot, count: 4) } }
