import AppState
import Catalogue
import FoundationEssentials
import OAuthClient
import Screens
import SharedValues
import TerminalUI

extension Picture {
  /// One message in full. Returns how far it can be scrolled.
  mutating func drawMessageDetail(_ message: Message, _ state: AppState, in rect: Rect) -> Int {
    let lines = MessageDetail(message, reveal: state.revealsSecrets, width: rect.width - 1, look: look).lines
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: state.view.panelScroll)
    for (row, line) in lines[window.rows].enumerated() { put(line, at: Point(rect.x, rect.y + row), width: rect.width) }
    if state.view.tab == .messages, let search = state.messagesView.search { markMatch(of: search, in: rect) }
    canvas.scrollBar(window, at: Point(rect.maxX, rect.y), Style(.secondary))
    return window.maximumOffset
  }
}

/// A message as lines: who to whom, headers, parameters with what they mean, body. Masked unless revealed.
struct MessageDetail {
  private(set) var lines: [StyledLine] = []
  /// Decides what a name means where the same name is used for several things.
  private let endpoint: Endpoint
  private let method: String
  private(set) var redaction: Redaction
  let width: Int
  let look: Look

  init(_ message: Message, reveal: Bool, width: Int, look: Look) {
    redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
    (self.width, self.look) = (width, look)
    (endpoint, method) = MessageDetail.place(message)
    head(message)
    if let touched = message.faultsInWords(look) {
      paragraph(look.marks.warning + " " + touched, Style(.warning, bold: true))
      blank()
    }
    switch message.content {
    case .exchange(let exchange): self.exchange(exchange, message.letGo)
    case .userAgentOpened(let url), .redirect(let url), .redirectDropped(let url): address(url)
    case .keystoreSaved(let file): paragraph(look.catalogue(.detailSaved, ["file": file]))
    case .keystoreErased: paragraph(look.catalogue(.detailErased))
    case .keys(let deed):
      paragraph(look.catalogue(deed.sentence, ["thumbprint": deed.thumbprint]))
    case .userAgentClosed: paragraph(look.catalogue(.detailClosed))
    case .observed(let request):
      line("\(request.method) \(request.path)", Style(.text, bold: true))
      line("\(request.status)" + (request.note.isEmpty ? "" : "  \(request.note)"), Style(.text))
    }
    blank()
    paragraph(Caption.text(message, look), Style(.secondary))
  }

  // MARK: Parts

  private mutating func head(_ message: Message) {
    lines.append(
      StyledLine([
        .init(text: "\(message.id)  ", style: Style(.secondary)),
        .init(text: MessageName(message, look).text, style: Style(.text, bold: true)),
        .init(text: "  \(look.moment(message.time).time)", style: Style(.secondary)),
      ]))
    lines.append(
      StyledLine([
        .init(text: look.catalogue(message.from.fullName), style: Style(message.from.role, bold: true)),
        .init(text: " \(look.marks.right) ", style: Style(.secondary)),
        .init(text: look.catalogue(message.to.fullName), style: Style(message.to.role, bold: true)),
        .init(text: message.phone.map { " \(look.marks.separator) \($0)" } ?? "", style: Style(.secondary)),
      ]))
    blank()
  }

  private static func place(_ message: Message) -> (Endpoint, String) {
    if case .exchange(let exchange) = message.content { return (exchange.request.endpoint, exchange.request.method) }
    return (message.step == .logout ? .endSession : .authorization, "GET")
  }

  private mutating func exchange(_ exchange: Exchange, _ letGo: Message.LetGo?) {
    let request = exchange.request
    let all = redaction
    redaction = all.of(request)
    line(request.method + " " + Address(request.url).base, Style(.text, bold: true))
    parameters(Address(redaction.url(request.url)).parameters, raw: Address(request.url).parameters)
    headers(redaction.headers(request.headers))
    body(request.body, HTTPResponse(0, headers: request.headers).contentType)
    redaction = all
    if let letGo { sayLetGo(letGo) }
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
        StyledLine([
          .init(text: status, style: Style(response.status < 400 ? .success : .error, bold: true)),
          .init(text: "  \(look.size(letGo?.response ?? response.body.count))\(time)", style: Style(.secondary)),
        ]))
      headers(redaction.headers(response.headers))
      body(response.body, response.contentType)
    }
  }

  /// Old bodies are gone, so that a long run needs no more memory than a short one.
  private mutating func sayLetGo(_ letGo: Message.LetGo) {
    blank()
    let values = [
      "limit": look.size(MessageLog.weightLimit), "request": look.size(letGo.request),
      "response": look.size(letGo.response),
    ]
    paragraph(look.catalogue(.detailLetGo, values), Style(.secondary))
  }

  private mutating func address(_ url: String) {
    line(Address(url).base, Style(.text, bold: true))
    parameters(Address(redaction.url(url)).parameters, raw: Address(url).parameters)
  }

  private mutating func headers(_ headers: [HTTPHeader]) {
    for header in headers {
      pair(header.name + ": ", header.value, Style(.jsonKey))
      guard header.name.lowercased() == "cache-control" else {
        explain(header.name, indent: 2)
        continue
      }
      for directive in ParameterExplanations.ofCacheControl(header.value) { explain(directive, indent: 2) }
    }
  }

  /// One parameter a line, what it is for below it, and a token that can be read taken apart.
  private mutating func parameters(_ parameters: [Address.Parameter], raw: [Address.Parameter]) {
    for (index, parameter) in parameters.enumerated() {
      pair("  \(parameter.name) = ", parameter.value, Style(.jsonKey, bold: true))
      explain(parameter.name, indent: 4)
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
      for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
        line(String(paragraph), Style(.text))
      }
      return
    }
    lines += JSONLines.lines(redaction.json(json), width: width)
    for member in json.objectValue ?? [] { token(member.value.stringValue ?? "", named: member.name) }
    explainMembers(of: json)
  }

  /// What the members are for, below the JSON: in between they would no longer look like what was sent.
  private mutating func explainMembers(of json: JSON) {
    let known = (json.objectValue ?? []).filter { ParameterExplanations.of($0.name, endpoint) != nil }
    guard !known.isEmpty else { return }
    blank()
    for member in known {
      line(member.name, Style(.jsonKey))
      explain(member.name, indent: 2)
    }
  }

  private mutating func explain(_ name: String, indent: Int) {
    guard let explanation = ParameterExplanations.of(name, endpoint, method: method) else { return }
    explain(explanation, indent: indent)
  }

  private mutating func explain(_ explanation: ParameterExplanation, indent: Int) {
    guard let sentence = Phrase.parameter(explanation.key) else { return }
    let text = "\(look.catalogue(sentence)) \(look.marks.separator) \(explanation.source)"
    lines += StyledLine.wrapped(text, Style(.secondary), width: width, indent: indent)
  }

  /// A JWT (RFC 7519 §3) with its header and claims, each explained; of the signature there is nothing to read.
  private mutating func token(_ value: String, named name: String) {
    guard let token = ReadableToken(value) else { return }
    let kind = ClaimExplanations.Kind(member: name, header: token.header)
    blank()
    line(look.catalogue(.detailHeader), Style(.heading, bold: true))
    lines += JSONLines.lines(redaction.json(token.header), width: width)
    explain(token.header, as: .header)
    blank()
    line(look.catalogue(.detailClaims), Style(.heading, bold: true))
    lines += JSONLines.lines(redaction.json(token.claims), width: width)
    explain(token.claims, as: kind)
    blank()
    line("\(look.catalogue(.detailSignature)) \(redaction.dots)", Style(.secondary))
    blank()
  }

  /// What the members of a token mean, a time also as a date.
  private mutating func explain(_ members: JSON, as kind: ClaimExplanations.Kind) {
    for member in members.objectValue ?? [] {
      guard let explanation = ClaimExplanations.of(member.name, in: kind),
        let phrase = Phrase.claimSentence(explanation.key)
      else { continue }
      var sentence = look.catalogue(phrase)
      if ClaimExplanations.times.contains(member.name), let seconds = member.value.doubleValue, seconds.isFinite {
        let moment = look.moment(Date(timeIntervalSince1970: seconds))
        sentence = look.catalogue(.claimMoment, ["sentence": sentence, "time": "\(moment.date) \(moment.time)"])
      }
      line(member.name, Style(.jsonKey))
      let text = "\(sentence) \(look.marks.separator) \(explanation.source)"
      lines += StyledLine.wrapped(text, Style(.secondary), width: width, indent: 2)
    }
  }

  // MARK: Lines

  private mutating func blank() { if lines.last != .blank { lines.append(.blank) } }

  private mutating func line(_ text: String, _ style: Style) {
    lines += StyledLine.wrapped(text, style, width: width, hanging: 2)
  }

  private mutating func paragraph(_ text: String, _ style: Style = Style(.text)) {
    lines += StyledLine.wrapped(text, style, width: width)
  }

  /// A name with its value, the value wrapped under itself.
  private mutating func pair(_ name: String, _ value: String, _ style: Style) {
    let indent = min(TextLayout.width(name), 24)
    let parts = TextLayout.wrap(value, width: max(8, width - max(indent, TextLayout.width(name))))
    for (index, part) in parts.enumerated() {
      let label = index == 0 ? name : String(repeating: " ", count: TextLayout.width(name))
      lines.append(StyledLine([.init(text: label, style: style), .init(text: part, style: Style(.text))]))
    }
  }
}

extension Redaction { var dots: String { String(repeating: dot, count: 4) } }
