import Dispatch

/// Questions to the terminal and the consequences of its answers.
extension Terminal {
  /// Asks after the first picture, so that the time until the answer includes that of a picture.
  func introduce() {
    guard introduced == nil else { return }
    introduced = .now()
    guard let question = capabilities.introduce() else { return }
    write(question)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(5))
      self?.capabilities.settle()
      self?.dressAnew()
    }
  }

  func receive(_ report: TerminalReport) {
    if report == .attributes, let introduced, DispatchTime.now() < introduced + .seconds(1) {
      isFast = true
      showWaiting()
    }
    let (hadTitles, hadLinks) = (capabilities.takesTitles, capabilities.showsLinks)
    if let answer = capabilities.receive(report), isSeen { write(answer) }
    if capabilities.takesTitles, !hadTitles { sendTitle() }
    if capabilities.showsLinks, !hadLinks, let last {
      repaintsLinks = true
      present(last, links: known)
    }
    switch report {
    case .focus(let hasFocus) where capabilities.reportsFocus: onFocus(hasFocus)
    case .background:
      if let isLight = capabilities.isLight { onBackground(isLight) }
      dressAnew()
    case .attributes: dressAnew()
    default: break
    }
  }

  /// A terminal that was asked less than a second ago may still answer, and the answer would be typed into the shell.
  func awaitAnswers() {
    guard let introduced, capabilities.isAwaiting, DispatchTime.now() < introduced + .seconds(1) else { return }
    input?.swallowAnswers(within: 100)
  }

  func sendTitle() {
    guard let title, capabilities.takesTitles, isSeen else { return }
    let plain = TextLayout.clip(title, to: 120, ofData: true)
    write((hasTitle ? "" : TerminalSwitches.keepTitle) + "\u{1B}]2;\(plain)\u{1B}\\")
    hasTitle = true
  }

  public var isLight: Bool? { capabilities.isLight }
}
