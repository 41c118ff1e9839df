import Programs
import Edge
import Dispatch
import Glibc
import Synchronization
import Workshop

/// Asks the browser for its screens while the user looks at the gallery, once for each variant. Another variant or closing cancels the request.
@MainActor package final class BrowserScreensLoader {
  private var screens = BrowserScreens()
  private var names: [String]?
  private var asked: Set<GalleryVariant> = []
  private var asking: (variant: GalleryVariant, task: Task<Void, Never>)?
  private let browser: @Sendable () throws(CommandError) -> BrowserGallery

  package init(browser: @escaping @Sendable () throws(CommandError) -> BrowserGallery = BrowserGallery.init) {
    self.browser = browser
  }

  /// - Parameter variant: the variant on the screen; `nil`: the gallery is closed.
  package func keep(
    _ variant: GalleryVariant?, _ view: GalleryView, report: @escaping @MainActor (GalleryAction) -> Void
  ) {
    if let asking, asking.variant != variant {
      asking.task.cancel()
      asked.remove(asking.variant)
      self.asking = nil
    }
    guard let variant else {
      // Failed requests are repeated when the gallery is next opened.
      asked = asked.filter(screens.has)
      return
    }
    guard asked.insert(variant).inserted else {
      // Another phone, which does not have the screens yet.
      if let names, !view.browserScreens.has(variant), view.problem == nil, screens.has(variant) {
        Task { [screens] in report(.browserSaid(names, screens)) }
      }
      return
    }
    let task = Task {
      let answer = await BrowserScreensLoader.ask(browser, variant)
      guard !Task.isCancelled else { return }
      asking = nil
      switch answer {
      case .success(let pictures):
        screens.keep(Dictionary(pictures.map { ($0.name, $0.canvas) }) { first, _ in first }, of: variant)
        asked = [variant]
        names = pictures.map(\.name)
        report(.browserSaid(pictures.map(\.name), screens))
      case .failure(let error): report(.browserFailed(.init(error)))
      }
    }
    asking = (variant, task)
  }

  /// Off the main actor, so that the screen does not wait for another program. Cancelling ends the browser.
  private nonisolated static func ask(
    _ browser: @escaping @Sendable () throws(CommandError) -> BrowserGallery, _ variant: GalleryVariant
  ) async -> Result<[GalleryPicture], CommandError> {
    let visit = Visit()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
          let answer = Result { () throws(CommandError) in try browser().pictures(variant, started: visit.begin) }
          continuation.resume(returning: answer)
        }
      }
    } onCancel: {
      visit.end()
    }
  }

  /// A browser process that may be cancelled even before it has started.
  private final class Visit: Sendable {
    private typealias State = (child: ChildProcess?, isOver: Bool)
    private let state = Mutex<State>((nil, false))

    func begin(_ child: ChildProcess) { change { $0.child = child } }
    func end() { change { $0.isOver = true } }

    private func change(_ change: (inout State) -> Void) {
      let child = state.withLock { state in
        change(&state)
        return state.isOver ? state.child : nil
      }
      child?.send(SIGTERM)
    }
  }
}
