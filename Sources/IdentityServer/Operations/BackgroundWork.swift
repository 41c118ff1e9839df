/// In rounds while the server runs: makes the signing keys and password hashes, and removes expired data.
extension Provider {
  private static let pauseAfterFailure: Duration = .seconds(60)

  /// Returns only when its task is cancelled: an error ends only the step in which it happens.
  func runBackgroundWork() async {
    while !Task.isCancelled {
      let isWell = await runBackgroundWorkOnce()
      let pause = configuration.upkeepPause
      do { try await Task.sleep(for: isWell ? pause : min(pause, Provider.pauseAfterFailure)) } catch { return }
    }
  }

  /// - Returns: whether every step worked. Finished steps cost nothing when they are repeated.
  private func runBackgroundWorkOnce() async -> Bool {
    async let keysAreThere = attempt("signing keys") { try await keys.prepare() }
    async let passwordsAreThere = attempt("passwords") { try await passwords.prepare() }
    let isPrepared = await (keysAreThere, passwordsAreThere) == (true, true)
    let isRid = await attempt("expired rows") { try await store.removeExpired(now: now) }
    let isPruned = await attempt("retired keys") { try await keys.prune() }
    return isPrepared && isRid && isPruned
  }

  private func attempt(_ step: String, _ work: () async throws -> Void) async -> Bool {
    do { try await work() } catch is CancellationError {
      return true
    } catch {
      configuration.logger.error("upkeep failed", metadata: ["step": "\(step)", "detail": "\(error)"])
      events.record(ServerEvent(time: now, method: "", path: "upkeep: " + step, status: 500, note: "upkeep failed"))
      return false
    }
    return true
  }
}
