/// The part of a key's or click's effect that needs more than a change of state.
enum BrowserRequest: Hashable, Sendable {
  case submit(form: Int, button: Int?)
  case follow(link: Int)
  case leave, retry, cancelLoading, openSystemBrowser, finish
}

extension BrowserState {
  mutating func apply(_ event: TerminalEvent, to frame: BrowserFrame) -> BrowserRequest? {
    if frame.isTooSmall, event != .key(.escape), event != .key(.control("c")) { return nil }
    return switch event {
    case .key(let key): apply(key, frame)
    case .paste(let text): paste(text)
    case .mouse(let mouse): apply(mouse, frame)
    case .resize, .report: nil
    }
  }

  private mutating func apply(_ key: Key, _ frame: BrowserFrame) -> BrowserRequest? {
    if case .silent = content { return .finish }
    let meaning = BrowserKey(key)
    if meaning == .leave { return loading != nil ? .cancelLoading : .leave }
    if meaning == .facts { return press(.togglePanel) }
    if meaning == .back, showsPanel, !frame.hasBoth { return press(.togglePanel) }
    if let loading {
      // A second Enter right after the first was meant for the form that is loading, not for Cancel.
      let isDeliberate = now.timeIntervalSince(loading.started) >= DoublePress.seconds
      return meaning == .back || meaning == .press && isDeliberate ? .cancelLoading : nil
    }
    if select != nil { return applyToSelect(key) }
    notice = nil
    if let id = focusedEntry, edit(id, key) {
      scrollToFocus(frame)
      return nil
    }
    switch meaning {
    case .back: return .leave
    case .next where key != .right || focusedEntry == nil: moveFocus(by: 1, frame)
    case .previous where key != .left || focusedEntry == nil: moveFocus(by: -1, frame)
    case .pageDown: scroll(by: frame.pageRows - 1, frame)
    case .pageUp: scroll(by: 1 - frame.pageRows, frame)
    case .top: scroll(by: -frame.contentHeight, frame)
    case .bottom: scroll(by: frame.contentHeight, frame)
    case .press: return pressFocused(byEnter: true)
    case .tick: return pressFocused(byEnter: false)
    case .next, .previous, .facts, .leave, nil: break
    }
    return nil
  }

  private mutating func apply(_ mouse: MouseEvent, _ frame: BrowserFrame) -> BrowserRequest? {
    if mouse.kind == .scrollUp { scroll(by: -3, frame) }
    if mouse.kind == .scrollDown { scroll(by: 3, frame) }
    guard mouse.kind == .press else { return nil }
    if case .silent = content { return .finish }
    guard let target = frame.hits[mouse.at] else {
      select = nil
      return nil
    }
    if loading != nil, target != .cancelLoading, target != .done, target != .togglePanel { return nil }
    if case .option(let index) = target { return choose(index) }
    select = nil
    notice = nil
    switch target {
    case .control, .link: moveFocus(to: target)
    default: break
    }
    return press(target)
  }

  private mutating func paste(_ text: String) -> BrowserRequest? {
    guard loading == nil, let id = focusedEntry else { return nil }
    let lines = page?.controls[id].kind == .textarea ? LineBreakSign.shown(text) : text
    change(id) { $0.insert(lines) }
    return nil
  }

  var focusedEntry: Int? {
    guard case .control(let id) = focus, let control = page?.controls[id] else { return nil }
    return control.isTextEntry && !control.readOnly ? id : nil
  }

  private mutating func edit(_ id: Int, _ key: Key) -> Bool {
    if key == .enter, page?.controls[id].kind == .textarea {
      change(id) { $0.insert(String(LineBreakSign.sign)) }
      return true
    }
    var used = false
    change(id) { used = $0.apply(key) }
    return used
  }

  private mutating func change(_ id: Int, _ edit: (inout TextEditor) -> Void) {
    guard let control = page?.controls[id] else { return }
    let before = editor
    edit(&editor)
    if let limit = control.maximumLength, editor.text.count > limit, editor.text.count > before.text.count {
      editor = before
      return
    }
    // Unedited text keeps its original line breaks.
    guard editor.text != before.text else { return }
    let text = control.kind == .textarea ? LineBreakSign.original(editor.text) : editor.text
    values.set(.init(text), for: id)
  }

  private mutating func moveFocus(by step: Int, _ frame: BrowserFrame) {
    let isDrawn = { (target: BrowserTarget) in target == .done || frame.rows[target] != nil }
    let order = frame.rows.isEmpty ? focusOrder : focusOrder.filter(isDrawn)
    guard !order.isEmpty else { return scroll(by: step, frame) }
    let index = focus.flatMap { order.firstIndex(of: $0) }
    // With a single button, the arrows scroll the text.
    if BuiltInPage.buttons(self)?.count == 1 { return scroll(by: step, frame) }
    let next = index.map { ($0 + step + order.count) % order.count } ?? (step > 0 ? 0 : order.count - 1)
    // Before the focus jumps over a long text, the page scrolls, so that the text can be read.
    if let index, step == 1, let rows = frame.rows[order[next]], next > index,
      rows.lowerBound >= scroll + frame.pageRows * 2
    {
      return scroll(by: frame.pageRows - 2, frame)
    }
    moveFocus(to: order[next])
    scrollToFocus(frame)
  }

  var focusOrder: [BrowserTarget] {
    if let buttons = BuiltInPage.buttons(self) { return buttons.map(\.target) }
    guard let page else { return [] }
    return page.focusOrder + [.done]
  }

  /// Scrolls to the field being edited, unless there is so much text above it that it should be read first.
  mutating func revealEntry(_ frame: BrowserFrame) {
    guard focusedEntry != nil, let focus, let rows = frame.rows[focus] else { return }
    if rows.upperBound <= frame.pageRows * 3 / 2 { scrollToFocus(frame) }
  }

  private mutating func scrollToFocus(_ frame: BrowserFrame) {
    guard let focus, let rows = frame.rows[focus] else {
      if focus == .done { scroll = 0 }
      return
    }
    let window = ScrollWindow(contentHeight: frame.contentHeight, height: frame.pageRows, offset: scroll)
    scroll = window.revealing(rows).offset
  }

  private mutating func scroll(by rows: Int, _ frame: BrowserFrame) {
    let window = ScrollWindow(contentHeight: frame.contentHeight, height: frame.pageRows, offset: scroll)
    scroll = window.scrolled(by: rows).offset
  }

  private mutating func pressFocused(byEnter: Bool) -> BrowserRequest? {
    guard let focus else { return nil }
    if byEnter, case .control(let id) = focus, let control = page?.controls[id],
      control.isTextEntry || control.kind == .checkbox || control.kind == .radio
    {
      return implicitSubmission(control)
    }
    return press(focus)
  }

  /// Enter in a field moves to the next empty field, and submits in the last one.
  private mutating func implicitSubmission(_ control: FormControl) -> BrowserRequest? {
    guard let form = control.form, let page else { return nil }
    let later = page.controls(of: form).first {
      $0.id > control.id && $0.isTextEntry && $0.isFocusable && !$0.readOnly && values.text($0.id).revealed.isEmpty
    }
    if let later, control.isTextEntry {
      moveFocus(to: .control(later.id))
      return nil
    }
    return .submit(form: form, button: FormSubmission.defaultButton(of: form, page: page)?.id)
  }

  private mutating func press(_ target: BrowserTarget) -> BrowserRequest? {
    switch target {
    case .done, .leave: return .leave
    case .retry: return .retry
    case .cancelLoading: return .cancelLoading
    case .openSystemBrowser: return .openSystemBrowser
    case .finish: return .finish
    case .togglePanel:
      showsPanel.toggle()
      return nil
    case .link(let id): return .follow(link: id)
    case .option(let index): return choose(index)
    case .control(let id): return press(controlAt: id)
    }
  }

  private mutating func press(controlAt id: Int) -> BrowserRequest? {
    guard let page, page.controls.indices.contains(id), !page.controls[id].disabled else { return nil }
    let control = page.controls[id]
    switch control.kind {
    case .checkbox: values.check(control, in: page, !values.isChecked(id))
    case .radio: values.check(control, in: page)
    case .select:
      guard !control.options.isEmpty else { return nil }
      select = OpenSelect(control: id, highlighted: values.choices(id).min() ?? 0)
    case .submit: if let form = control.form { return .submit(form: form, button: id) }
    case .reset:
      values = FormValues(page)
      moveFocus(to: focus)
    default: break
    }
    return nil
  }

  private mutating func applyToSelect(_ key: Key) -> BrowserRequest? {
    guard var open = select, let page else { return nil }
    let options = page.controls[open.control].options
    switch key {
    case .up: open.highlighted = max(0, open.highlighted - 1)
    case .down: open.highlighted = min(options.count - 1, open.highlighted + 1)
    case .home, .pageUp: open.highlighted = 0
    case .end, .pageDown: open.highlighted = options.count - 1
    case .enter, .character(" "): return choose(open.highlighted)
    case .escape, .tab, .backtab:
      select = nil
      return nil
    case .character(let letter):
      let after = options.indices.filter { $0 > open.highlighted } + options.indices
      if let found = after.first(where: { options[$0].label.lowercased().hasPrefix(bytes: letter.lowercased()) }) {
        open.highlighted = found
      }
    default: break
    }
    select = open
    return nil
  }

  private mutating func choose(_ index: Int) -> BrowserRequest? {
    guard let open = select, let page else { return nil }
    let control = page.controls[open.control]
    values.choose(index, of: control)
    if control.allowsMultiple { select?.highlighted = index } else { select = nil }
    return nil
  }
}
