import AppState

@testable import Workshop

/// The states of tools with a panel, which a test may also set.
extension AppState {
  var messagesView: MessagesView {
    get { self[MessagesTool.self].view }
    set { tools[MessagesTool.self].view = newValue }
  }

  var gallery: GalleryView { self[GalleryView.self] }
  var showsGallery: Bool { Phone<GalleryView>(self).showsGallery }
  var shownTheme: String { Phone<GalleryView>(self).shownTheme }
}
