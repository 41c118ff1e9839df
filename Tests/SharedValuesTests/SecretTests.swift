import Foundation
import SharedValues
import Testing

@Suite struct SecretTests {
  private struct Holder {
    var name = "holder"
    var secret = Secret("hunter2-hunter2")
    var more: [Secret?] = [Secret("hunter2-again")]
    var table = ["key": Secret("hunter2-table")]
  }

  /// Every way in which Swift turns a value into text.
  @Test func aSecretNeverPrints() {
    let holder = Holder()
    var dumped = ""
    dump(holder, to: &dumped)
    dump(holder.secret, to: &dumped)
    var printed = ""
    print(holder.secret, holder, Optional(holder.secret) as Any, [holder.secret], to: &printed)
    let texts = [
      dumped, printed, "\(holder.secret)", "\(holder)", String(describing: holder.secret),
      String(reflecting: holder.secret),
      String(reflecting: holder), holder.secret.description, holder.secret.debugDescription,
      String(describing: Optional(holder.secret)), "\(Mirror(reflecting: holder.secret).children.map(\.value))",
      String(describing: Result<Secret, any Error>.success(holder.secret)), String(format: "%@", "\(holder.secret)"),
    ]
    for text in texts { #expect(!text.contains("hunter2")) }
    #expect(texts[2] == "‹secret›")
    #expect(Mirror(reflecting: holder.secret).children.isEmpty)
  }

  @Test(arguments: [
    ("14757ddb-a1b2-4c3d", "14757d••••"), ("14757ddb-a1b2-4c3d-9e8f-0011", "14757ddb-••••"), ("", "••••"),
    ("ab", "••••"), ("k4757ddb-a1b2-4c3d-9e8f-0011", "k4757ddb••••"),
    ("abc", "a••••"), ("abcdefghijkl", "abcd••••"), ("Password1", "Pas••••"),
  ])
  func theMaskShowsAThirdAtMost(_ value: String, _ expected: String) {
    #expect(Secret(value).masked == expected)
    #expect(Secret(value).masked(with: "*") == expected.replacing("•", with: "*"))
  }

  @Test func theMaskDoesNotTellTheLength() {
    #expect(Secret(String(repeating: "x", count: 30)).masked == Secret(String(repeating: "x", count: 300)).masked)
  }

  @Test func equalityComparesTheValue() {
    #expect(Secret("a") == Secret("a"))
    #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
  }

  /// An encoder would write the value anywhere; code that stores a secret says `revealed`.
  @Test func aSecretIsNotEncodable() {
    #expect(!(Secret("a") as Any is any Encodable))
  }
}
