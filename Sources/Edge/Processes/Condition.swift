import Glibc

/// A lock that a thread releases while it waits for another thread's signal.
package final class Condition: @unchecked Sendable {
  // POSIX wants both at fixed addresses and synchronises their use itself, which makes `@unchecked` true.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  /// Returns with the lock held, sometimes without a ``signal()``.
  package func wait() { pthread_cond_wait(change, mutex) }
  package func signal() { pthread_cond_signal(change) }

  package func withLock<Result>(_ work: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try work()
  }
}
