import Foundation
import SharedValues
import Testing

/// The C library and Foundation agree on this machine's zone.
@Suite struct LocalZoneTests {
  @Test(arguments: [0.0, 1_750_000_000, 1_766_000_000, -1, 4_000_000_000.5])
  func `the offset is the machine's, in summer and in winter`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(LocalZone.seconds(at: date) == TimeZone.current.secondsFromGMT(for: date))
  }

  @Test func `a time beyond every calendar has no offset`() {
    #expect(LocalZone.seconds(at: Date(timeIntervalSince1970: .infinity)) == 0)
  }
}
