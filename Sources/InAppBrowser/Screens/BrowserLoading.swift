/// The steps that the window loads, one at a time: a page, a submitted form, or the final redirect.
extension BrowserWindow {
  enum Step: Sendable {
    case open(Navigation)
    case follow(WebPage.Link, WebPage)
    case deliver
  }

  func submit(_ form: Int, _ button: Int?) {
    guard let page = state.page else { return }
    let pressed = button.map { page.controls[$0] }
    switch FormSubmission.submission(of: form, button: pressed, page: page, values: state.values) {
    case .success(let navigation): perform(.open(navigation))
    case .failure(.missing(let id)):
      state.moveFocus(to: .control(id))
      state.notice = text(.browserFieldMissing, ["label": page.controls[id].label])
    case .failure(.encoding): state.show(.failure(BrowserError(.unsupportedForm, ["url": page.url.origin])))
    case .failure(.badAction(let action)): state.notice = BrowserError(.badLink, ["received": action]).explanation(text)
    case .failure(.nothingToDo): break
    }
  }

  func perform(_ step: Step) {
    work?.cancel()
    lastStep = step
    if case .deliver = step { return deliver() }
    if let page = state.page { pageBefore = (page, state.values) }
    state.loading = BrowserState.Loading(started: time.now, sending: step.sendsForm)
    state.select = nil
    tick()
    work = Task { [weak self, session] in
      do throws(BrowserError) {
        let arrival = try await session.arrival(of: step)
        if !Task.isCancelled { await self?.arrived(arrival) }
      } catch { if !Task.isCancelled { self?.show(error) } }
    }
    draw()
  }

  private func arrived(_ arrival: Arrival) async {
    switch arrival {
    case .page(let page):
      pageWasShown = true
      state.show(page)
      draw()
      state.revealEntry(frame)
      play(page)
    case .redirectURI(let uri):
      redirect = uri
      lastStep = .deliver
      let cookiesWereSent = await session.hasSentCookies
      if !pageWasShown, cookiesWereSent, let answer = SilentAnswer(to: errand, redirect: uri.revealed) {
        show(answer)
      } else {
        deliver()
      }
    }
    draw()
  }

  func show(_ error: BrowserError) {
    // A link that cannot be opened does not lose the page.
    if error.leavesThePage, let (page, values) = pageBefore, state.page != nil {
      restore(page, values)
      state.notice = error.explanation(text)
    } else {
      state.show(.failure(error))
      if lastStep.mayWait(after: error) { awaitServer() }
    }
    draw()
  }

  /// Repeats the step until the server answers, for example after a restart; leaving and Try Again end the wait.
  private func awaitServer() {
    state.awaitsServer = true
    work = Task { [weak self, session, retryPause, step = lastStep] in
      while (try? await retryPause()) != nil, !Task.isCancelled {
        do throws(BrowserError) {
          let arrival = try await session.arrival(of: step)
          if !Task.isCancelled { await self?.arrived(arrival) }
          return
        } catch {
          if Task.isCancelled { return }
          guard step.mayWait(after: error) else {
            self?.show(error)
            return
          }
        }
      }
    }
  }

  func cancelLoading() {
    guard state.loading != nil else { return }
    work?.cancel()
    guard let (page, values) = pageBefore else { return finish(.closedByUser) }
    restore(page, values)
    state.notice = text(.browserCancelled)
  }

  private func restore(_ page: WebPage, _ values: FormValues) {
    let (focus, scroll) = (state.focus, state.scroll)
    state.show(page)
    state.values = values
    state.moveFocus(to: focus)
    state.scroll = scroll
  }

  private func tick() {
    ticking?.cancel()
    ticking = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(100))
        guard let self, self.state.loading != nil, !Task.isCancelled else { return }
        self.draw()
      }
    }
  }
}

extension BrowserWindow.Step {
  fileprivate var sendsForm: Bool {
    if case .open(let navigation) = self { navigation.method == "POST" } else { false }
  }

  /// Whether the step can be repeated without asking: the server is unreachable, and the request cannot have had an effect.
  fileprivate func mayWait(after error: BrowserError) -> Bool {
    error.code == .transport(.connectionRefused) || (error.code == .transport(.connectionLost) && !sendsForm)
  }
}

extension BrowsingSession {
  func arrival(of step: BrowserWindow.Step) async throws(BrowserError) -> Arrival {
    switch step {
    case .open(let navigation): try await navigate(navigation)
    case .follow(let link, let page): try await follow(link, on: page)
    case .deliver: throw BrowserError(.pageFailed)
    }
  }
}
