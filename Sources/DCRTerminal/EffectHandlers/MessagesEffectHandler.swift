@MainActor final class MessagesEffectHandler: EffectHandler {
  private let exports: ExportWriter
  /// Copies a text to the terminal's clipboard; `false`: there is none.
  private let copy: @MainActor (String) -> Bool
  private var searching: Task<Void, Never>?
  private let exporting = SerialQueue()

  nonisolated init(_ exports: ExportWriter, copy: @escaping @MainActor (String) -> Bool) {
    (self.exports, self.copy) = (exports, copy)
  }

  func run(_ effect: MessagesEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .search(let number, let query):
      searching?.cancel()
      // Runs off the main actor, so that the screen does not wait for a search.
      searching = Task.detached {
        let found = query.run { Task.isCancelled }
        if !Task.isCancelled { report(.messages(.searched(number, found))) }
      }
    case .export(let number, let request):
      exporting.add { [exports, copy] in
        switch await exports.write(request) {
        case .failure(let problem): report(.messages(.exported(number, .failure(problem))))
        case .success(let written):
          let isCopied = if let text = written.clipboard { await copy(text) } else { false }
          report(.messages(.exported(number, .success(ExportReceipt(files: written.files, isCopied: isCopied)))))
        }
      }
    }
  }

  func stop() async {
    searching?.cancel()
    await searching?.value
    await exporting.finish()
  }
}
