/// Logs each error that the user sees, once, with the details of its banner.
/// The server's own words are left out, because they may quote anything.
enum ErrorLog {
  static func write(_ change: AppStore.Change, to log: Logger) {
    guard let (error, step) = news(change) else { return }
    log.error("\(ErrorText.of(error.code.rawValue).title.english)", metadata: metadata(error, step))
  }

  static func news(_ change: AppStore.Change) -> (error: CommandError, step: FlowStep?)? {
    if let banner = change.after.banner, banner.error != change.before.banner?.error {
      return (CommandError(banner.error), banner.error.step)
    }
    if case .failed(let reason) = change.after.keystore, change.before.keystore != change.after.keystore {
      return (CommandError(reason), nil)
    }
    return nil
  }

  static func metadata(_ error: CommandError, _ step: FlowStep?) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["code": "\(error.code.rawValue)"]
    if let step { metadata["step"] = "\(step.rawValue)" }
    for name in ["field", "expected", "received", "source", "url", "path"] {
      guard let value = error[name], !value.isEmpty else { continue }
      // A query may contain a code or a token.
      let shown = name == "url" ? String(value.prefix(whileScalar: { $0 != "?" && $0 != "#" })) : value
      metadata[name] = "\"\(CommandError.line(shown))\""
    }
    return metadata
  }
}
