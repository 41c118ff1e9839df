import Foundation
import SharedValues
import Testing

struct HTTPDateTests {
  @Test func theCurrentFormIsRead() {
    #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
  }

  /// The first two are the obsolete forms of RFC 9110 §5.6.7.
  @Test(arguments: [
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 41 Nov 1994 08:49:37 GMT", "Wed, 30 Feb 1994 08:49:37 GMT",
    String(repeating: "9", count: 100_000),
  ])
  func everythingElseIsNot(text: String) { #expect(HTTPDate.parse(text) == nil) }
}
