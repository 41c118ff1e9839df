import Foundation
import Testing

@testable import Keystore

/// The times in the keystore: RFC 3339 in UTC, with milliseconds where there are any.
@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59.500Z", -0.5),
    ("2026-11-30T10:36:11.042Z", 1_796_034_971.042),
  ])
  func readsWhatItWrites(_ text: String, _ seconds: Double) throws {
    let date = try #require(KeystoreTimestamp.date(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0005)
    #expect(KeystoreTimestamp.text(date) == text)
  }

  @Test(arguments: [
    "", "Z", "2026-11-30", "2026-11-30T10:36:11", "2026-02-31T00:00:00Z", "2025-02-29T00:00:00Z",
    "2026-11-30T24:00:00Z", "2026-11-30T10:60:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-11- 1T00:00:00Z",
    "2026-11-30T10:36:11.1Z",
    "2026-11-30T10:36:11.-42Z", "2026-11-30T10:36:11+00:00", "+026-11-30T10:36:11Z", "２026-11-30T10:36:1Z",
  ])
  func refusesWhatIsNoTime(_ text: String) { #expect(KeystoreTimestamp.date(text) == nil) }
}
