/// The app's state and the one way to change it: an action goes in, ``update(_:_:now:)`` judges it, effects come out.
/// Effects send their answers through ``inbox``, from any thread; they are applied in that order.
@MainActor final class AppStore {
  typealias Inbox = @Sendable (Action) -> Void

  struct Change {
    var before: AppState
    var action: Action
    var after: AppState
  }

  private(set) var state: AppState
  /// Called after each change, before ``onChange``: for the log.
  var observe: (Change) -> Void = { _ in }
  /// Called after each change, before its effects start.
  var onChange: (Change) -> Void = { _ in }
  var perform: (Effect) -> Void = { _ in }
  let inbox: Inbox

  private let time: TimeSource
  private let (answers, feed) = AsyncStream.makeStream(of: Action.self)
  private var isClosed = false

  init(_ state: AppState, time: TimeSource) {
    (self.state, self.time) = (state, time)
    inbox = { [feed] in feed.yield($0) }
  }

  var present: AppState {
    var state = state
    state.now = time.now
    return state
  }

  func send(_ action: Action) {
    guard !isClosed else { return }
    let before = state
    let effects = update(&state, action, now: time.now)
    let change = Change(before: before, action: action, after: state)
    observe(change)
    onChange(change)
    for effect in effects where !isClosed { perform(effect) }
  }

  func run() async { for await action in answers { send(action) } }

  /// After this, no action changes anything.
  func close() {
    isClosed = true
    feed.finish()
  }
}
