/// Fills in pages in front of an audience, as a person would: key by key.
struct Autoplay: Sendable {
  var pause: Duration
  var task: HeadlessTask
  static let key = Duration.milliseconds(70)

  init(seconds: Int, task: HeadlessTask) {
    pause = .seconds(max(1, min(seconds, 60)))
    self.task = task
  }

  /// The demo user of every embedded server, whose password is documented; `nil` for another machine's server.
  static func demo(at url: WebURL) -> Credentials? {
    url.isLoopback ? Credentials(username: "demouser", password: Secret("Password1")) : nil
  }
}

extension BrowserWindow {
  /// Fills in and sends a new page. A page without an obvious next step is left to the person.
  func play(_ page: WebPage) {
    guard let autoplay else { return }
    playing?.cancel()
    playing = Task { [weak self] in
      try? await Task.sleep(for: autoplay.pause)
      guard let self, !Task.isCancelled else { return }
      switch HeadlessDecision.decide(page, autoplay.task, tried: tried) {
      case .submit(let form, let button, let values, let login):
        if let login {
          tried.append(login)
          await type(autoplay.task.credentials, into: login)
        } else {
          state.values = values
          draw()
        }
        if !Task.isCancelled { submit(form, button?.id) }
      case .follow(let link): perform(.follow(link, page))
      case .refused, .failed: break
      }
    }
  }

  private func type(_ credentials: Credentials, into login: LoginForm) async {
    for (field, secret) in [(login.username, Secret(credentials.username)), (login.password, credentials.password)] {
      guard let field else { continue }
      state.moveFocus(to: .control(field))
      receive(.key(.control("u")))
      for character in secret.revealed {
        guard !Task.isCancelled else { return }
        receive(.key(.character(character)))
        try? await Task.sleep(for: Autoplay.key)
      }
    }
  }
}
