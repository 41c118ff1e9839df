extension QueueingEffectHandler<PresenterEffect> {
  convenience init() {
    self.init { effect, _, report in
      switch effect {
      case .turn(let number, let duration):
        Task {
          try? await Task.sleep(for: duration)
          report(.presenter(.due(number)))
        }
      }
    }
  }
}
