import Glibc

/// The browser in lines, for screen readers and pipes: `--plain`. It prints a page, then asks for its fields.
struct PlainDriver {
  let first: WebURL
  let session: BrowsingSession
  let delivery: any RedirectDelivering
  let errand: Errand
  let text: Catalogue
  let glyphs: Glyphs
  let visited = Visited()

  /// Where the browser has been until the page that is read.
  final class Visited { var authorities: [String] = [] }

  func run() async throws(BrowserError) -> BrowserExit {
    say(text(.browserBanner))
    var page: WebPage?
    var values = FormValues()
    var next: BrowserWindow.Step? = .open(Navigation(url: first))
    while let step = next {
      switch await perform(step) {
      case .success(.redirectURI(let uri)):
        if page == nil, let answer = SilentAnswer(to: errand, redirect: uri.revealed), await session.hasSentCookies {
          say(text(answer.phrases.line))
        }
        try await delivery.deliver(uri.revealed)
        say(text(.browserReturning))
        return .done
      case .success(.page(let arrived)):
        page = arrived
        visited.authorities = await session.history.map(\.authority)
        values = FormValues(arrived)
        read(arrived)
        next = choose(arrived, &values)
      case .failure(let error) where error.isRetryable:
        report(error)
        guard ask(text(.browserPlainRetry), again: { report(error) })?.lowercased().hasPrefix(bytes: "y") == true
        else { next = nil; break }
      case .failure(let error) where error.isForOtherBrowsers:
        report(error)
        let prompt = "\(text(.browserOpenSystem)) (\(text(.browserPlainYes)), [N]):"
        while ask(prompt, again: { report(error) })?.lowercased().hasPrefix(bytes: "y") == true { openSystemBrowser() }
        next = nil
      case .failure(let error):
        // A link that cannot be opened loses neither the page nor what was typed.
        guard let page, error.leavesThePage else { throw error }
        report(error)
        next = choose(page, &values)
      }
    }
    return .closedByUser
  }

  private func perform(_ step: BrowserWindow.Step) async -> Result<Arrival, BrowserError> {
    do throws(BrowserError) { return .success(try await session.arrival(of: step)) } catch { return .failure(error) }
  }

  private func choose(_ page: WebPage, _ values: inout FormValues) -> BrowserWindow.Step? {
    for control in page.controls {
      if control.disabled || control.readOnly {
        report(control, values)
      } else {
        guard fill(control, page, &values) else { return nil }
      }
    }
    let choices = page.focusOrder.compactMap { target -> (target: BrowserTarget, name: String)? in
      switch target {
      case .link(let id): (target, text(.browserPlainLink, ["text": page.links[id].text]))
      case .control(let id) where page.controls[id].kind == .submit:
        (target, text(.browserPlainButton, ["text": page.controls[id].caption(text)]))
      case .openSystemBrowser: (target, text(.browserPlainButton, ["text": text(.browserOpenSystem)]))
      default: nil
      }
    }
    for (number, choice) in choices.enumerated() { say("\(number + 1). \(choice.name)") }
    say("0. \(text(.browserKeyReturn))")
    while let answer = ask(text(.browserPlainButtons), on: page) {
      guard let number = LineWord.number(answer.withoutEdgeSpaces), (0...choices.count).contains(number) else {
        say(text(.browserPlainUnknown))
        continue
      }
      if number == 0 { return nil }
      switch choices[number - 1].target {
      case .link(let id): return .follow(page.links[id], page)
      case .control(let id):
        switch submission(page.controls[id], page, values) {
        case (let navigation?, _): return .open(navigation)
        case (nil, let problem):
          say(text(.browserPlainError, ["text": problem]))
          return choose(page, &values)
        }
      case .openSystemBrowser: openSystemBrowser()
      default: return nil
      }
    }
    return nil
  }

  private func openSystemBrowser() {
    let missing = text(.browserSystemMissing)
    let started = DesktopBrowser.open(first) { Output.write(missing + "\n") }
    say(started ? text(.browserSystemOpened) : missing)
  }

  private func submission(
    _ button: FormControl, _ page: WebPage, _ values: FormValues
  ) -> (Navigation?, problem: String) {
    guard let form = button.form else { return (nil, text(.browserPlainUnknown)) }
    return switch FormSubmission.submission(of: form, button: button, page: page, values: values) {
    case .success(let navigation): (navigation, "")
    case .failure(.missing(let id)): (nil, text(.browserFieldMissing, ["label": page.controls[id].label]))
    case .failure(.encoding): (nil, BrowserError(.unsupportedForm, ["url": page.url.origin]).explanation(text))
    case .failure: (nil, BrowserError(.badLink, ["received": page.forms[form].action]).explanation(text))
    }
  }

  /// What the page has set and nobody can change, such as the scope that a consent page requires.
  private func report(_ control: FormControl, _ values: FormValues) {
    let value: String? =
      switch control.kind {
      case .text, .email, .number, .textarea: values.text(control.id).revealed
      case .checkbox: values.isChecked(control.id) ? "Y" : "N"
      case .radio: values.isChecked(control.id) ? "Y" : nil
      case .select: values.choices(control.id).sorted().map { control.options[$0].label }.joined(separator: ", ")
      default: nil
      }
    if let value { say("\(control.label): \(value)") }
  }

  private func fill(_ control: FormControl, _ page: WebPage, _ values: inout FormValues) -> Bool {
    let mark = control.required ? " (\(text(.browserPlainRequired)))" : ""
    switch control.kind {
    case .password:
      guard let answer = askHidden("\(control.label)\(mark) (\(text(.browserPlainHidden))):") else { return false }
      if !answer.isEmpty { values.set(Secret(answer), for: control.id) }
    case .text, .email, .number, .textarea:
      let present = values.text(control.id).revealed
      guard let answer = ask("\(control.label)\(mark)\(present.isEmpty ? "" : " [\(present)]"):", on: page) else {
        return false
      }
      if !answer.isEmpty { values.set(Secret(answer), for: control.id) }
    case .checkbox:
      let present = values.isChecked(control.id) ? "Y" : "N"
      guard let answer = ask("\(control.label)\(mark) (\(text(.browserPlainYes)), [\(present)]):", on: page) else {
        return false
      }
      if !answer.isEmpty { values.check(control, in: page, answer.lowercased().hasPrefix(bytes: "y")) }
    case .radio:
      let group = page.group(of: control).filter(\.isFocusable)
      guard group.first?.id == control.id else { return true }
      let present = group.indices.filter { values.isChecked(group[$0].id) }
      guard let picked = askNumbers(group.map(\.label), present: present, page) else { return false }
      for index in picked { values.check(group[index], in: page) }
    case .select:
      let open = control.options.indices.filter { !control.options[$0].disabled }
      guard !open.isEmpty else { return true }
      say(control.label + mark)
      let present = open.indices.filter { values.choices(control.id).contains(open[$0]) }
      let labels = open.map { control.options[$0].label }
      let several = control.allowsMultiple
      guard let picked = askNumbers(labels, present: present, several: several, page) else { return false }
      if !picked.isEmpty { values.set(Set(picked.map { open[$0] }), for: control.id) }
    case .file: say(text(.browserFileUnsupported, ["label": control.label]))
    default: break
    }
    return true
  }

  /// The chosen indices, those of `present` for an empty answer; `nil` when the person leaves or the input ends.
  private func askNumbers(_ labels: [String], present: [Int], several: Bool = false, _ page: WebPage) -> [Int]? {
    for (index, label) in labels.enumerated() { say("\(index + 1). \(label)") }
    let hint = present.isEmpty ? "" : " [\(present.map { "\($0 + 1)" }.joined(separator: " "))]"
    let range = several ? text(.browserPlainSeveral, ["count": "\(labels.count)"]) : "1-\(labels.count)"
    while let answer = ask("\(range)\(hint):", on: page) {
      let words = answer.split(whereScalar: { $0 == " " || $0 == "," })
      guard !words.isEmpty else { return present }
      let numbers = words.compactMap { LineWord.number(String($0)) }.filter { (1...labels.count).contains($0) }
      if numbers.count == words.count, several || numbers.count == 1 { return numbers.map { $0 - 1 } }
      say(text(.browserPlainUnknown))
    }
    return nil
  }

  private func report(_ error: BrowserError) {
    say(text(.browserPlainError, ["text": "\(error.title(text)): \(error.explanation(text))"]))
    say(error.hint(text))
  }

  private func read(_ page: WebPage) {
    PlainPage(page: page, visited: visited.authorities, text: text).lines.forEach(say)
  }

  /// All output passes the sanitiser, because it may come from a page.
  private func say(_ line: String) { for part in TextLayout.wrap(line, width: 400) { write(part + "\n") } }

  private func write(_ text: String) {
    // The line feed is kept apart, because it is not a character of the line.
    let ended = text.without(suffix: "\n").map { TextLayout.ascii(String($0)) + "\n" }
    Output.write(glyphs == .ascii ? ended ?? TextLayout.ascii(text) : text)
  }

  private func ask(_ prompt: String, on page: WebPage) -> String? { ask(prompt, again: { read(page) }) }

  /// The typed answer; `nil` when the person leaves or the input ends. A space before a command word makes it text.
  private func ask(_ prompt: String, again: () -> Void) -> String? {
    while true {
      write(question(prompt))
      guard let answer = typed(), answer.lowercased() != "q" else { return nil }
      switch LineWord(answer, text) {
      case .help: say(text(.browserPlainHelp))
      case .again: again()
      case .back: return nil
      case nil:
        let word = answer.withoutEdgeSpaces
        return word.lowercased() == "q" || LineWord(word, text) != nil ? word : answer
      }
    }
  }

  private func askHidden(_ prompt: String) -> String? {
    guard let secret = SecretPrompt(input: STDIN_FILENO, output: STDOUT_FILENO) else {
      write(question(prompt))
      return typed()
    }
    defer { secret.end(discardsInput: false) }
    return secret.ask(glyphs == .ascii ? TextLayout.ascii(question(prompt)) : question(prompt))
  }

  /// `nil` at the end of the input.
  private func typed() -> String? {
    let line = TypedLine(from: STDIN_FILENO)
    return line.isWhole || !line.text.isEmpty ? line.text : nil
  }

  private func question(_ prompt: String) -> String { TextLayout.clip(prompt, to: 400) + " " }
}
