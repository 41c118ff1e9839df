import SharedValues
import Testing

@Suite struct FixedPointTests {
  @Test(arguments: [
    (0.0, 3, "0.000"), (1.5, 3, "1.500"), (0.0004, 3, "0.000"), (0.0006, 3, "0.001"), (9.9996, 3, "10.000"),
    (12.34, 1, "12.3"), (2.7, 0, "3"), (-0.26, 1, "-0.3"), (-0.01, 1, "0.0"),
  ])
  func `so many digits stand after the point`(value: Double, digits: Int, text: String) {
    #expect(FixedPoint.text(value, digits: digits) == text)
  }

  @Test func `a number is filled up with zeros, and never cut`() {
    #expect([7, 42, 12345].map { FixedPoint.padded($0, to: 4) } == ["0007", "0042", "12345"])
  }
}
