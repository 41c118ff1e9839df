import Workshop
import Dispatch

/// Asks the browser for its screens while the gallery is looked at in the app: once a variant, beside everything else.
@MainActor
final class GalleryDesk {
  private var screens = BrowserScreens()
  private var names: [String]?
  private var asked: Set<GalleryVariant> = []

  /// - Parameters:
  ///   - variant: what is looked at; `nil`: the gallery is closed.
  ///   - tell: called later, with what has happened.
  func keep(_ variant: GalleryVariant?, _ view: GalleryView, tell: @escaping @MainActor (GalleryAction) -> Void) {
    guard let variant else {
      // What has failed is asked for again when the gallery is next opened.
      asked = asked.filter(screens.has)
      return
    }
    guard asked.insert(variant).inserted else {
      // Another phone, which has not heard them yet.
      if let names, view.browserNames == nil, view.problem == nil, screens.has(variant) {
        Task { [screens] in tell(.browserSaid(names, screens)) }
      }
      return
    }
    Task {
      let answer = await GalleryDesk.ask(variant)
      switch answer {
      case .success(let pictures):
        let canvases = pictures.map { ($0.name, $0.canvas) }
        screens.take(Dictionary(canvases) { first, _ in first }, of: variant)
        names = pictures.map(\.name)
        tell(.browserSaid(pictures.map(\.name), screens))
      case .failure(let error): tell(.browserFailed(ExportProblem(error)))
      }
    }
  }

  /// Off the main actor: the screen waits for no other program.
  private nonisolated static func ask(_ variant: GalleryVariant) async -> Result<[GalleryPicture], CommandError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        do throws(CommandError) {
          continuation.resume(returning: .success(try BrowserGallery().pictures(variant)))
        } catch { continuation.resume(returning: .failure(error)) }
      }
    }
  }
}
