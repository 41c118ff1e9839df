import Foundation
import Synchronization

/// How often one user or address may register: a token bucket that holds a minute's worth and refills steadily, so that
/// many may come at once, but not repeatedly. It lives in memory and is full after a restart.
final class RegistrationRate: Sendable {
  private struct Bucket {
    var level: Double
    var updated: Date
  }

  /// Only this many buckets are kept; the fullest are dropped first, because they restrict least.
  static let capacity = 10_000

  private let buckets = Mutex<[String: Bucket]>([:])

  /// Takes one registration from the bucket.
  ///
  /// - Parameter limit: registrations per minute; 0: unlimited.
  /// - Returns: `nil` when the registration may be made, otherwise the seconds until the next one may.
  func wait(_ key: String, limit: Int, now: Date) -> Int? {
    guard limit > 0 else { return nil }
    let size = Double(limit)
    let rate = size / 60
    return buckets.withLock { buckets in
      var bucket = buckets[key] ?? Bucket(level: size, updated: now)
      bucket.level = min(size, bucket.level + max(0, now.timeIntervalSince(bucket.updated)) * rate)
      bucket.updated = now
      defer {
        buckets[key] = bucket
        if buckets.count > RegistrationRate.capacity { forget(&buckets, size: size, rate: rate, now: now) }
      }
      guard bucket.level < 1 else {
        bucket.level -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.level) / rate).rounded(.up)))
    }
  }

  private func forget(_ buckets: inout [String: Bucket], size: Double, rate: Double, now: Date) {
    buckets = buckets.filter { $0.value.level + now.timeIntervalSince($0.value.updated) * rate < size }
    while buckets.count > RegistrationRate.capacity, let fullest = buckets.max(by: { $0.value.level < $1.value.level })
    {
      buckets[fullest.key] = nil
    }
  }
}
