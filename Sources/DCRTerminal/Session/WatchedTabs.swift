/// Tells the tools which of their tabs are visible, so that only those are kept up to date.
@MainActor struct WatchedTabs {
  private var watched: (tabs: [PanelTab], phone: AppSession)?

  /// - Parameter tabs: the tabs of `phone` that are visible now; those of any other phone are not.
  mutating func see(_ tabs: [PanelTab], of phone: AppSession, _ state: AppState) {
    let before = watched.flatMap { $0.phone === phone ? $0.tabs : nil } ?? []
    if let watched {
      let gone = watched.tabs.filter { watched.phone !== phone || !tabs.contains($0) }
      report(gone, of: watched.phone, isSeen: false, state)
    }
    report(tabs.filter { !before.contains($0) }, of: phone, isSeen: true, state)
    watched = (tabs, phone)
  }

  private func report(_ tabs: [PanelTab], of phone: AppSession, isSeen: Bool, _ state: AppState) {
    for tab in tabs { if let action = AppScreen.sight(of: tab, isSeen, state) { phone.store.inbox(action) } }
  }
}
