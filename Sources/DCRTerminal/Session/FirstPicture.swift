/// What may wait until the first picture is on the screen: done beside it, it would take the picture's time.
@MainActor final class FirstPicture {
  /// `nil`: the picture has been shown.
  private var postponed: [() -> Void]? = []

  /// Does the work once the picture has been shown, at once if it has.
  func after(_ work: @escaping () -> Void) {
    if postponed == nil { work() } else { postponed?.append(work) }
  }

  func wasShown() {
    let works = postponed ?? []
    postponed = nil
    for work in works { work() }
  }
}
