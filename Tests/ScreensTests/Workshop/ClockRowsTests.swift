import AppState
import Catalogue
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The rows of the tool **Clock**.
struct ClockRowsTests {
  /// Also where the label of a translation is longer than the English one.
  @Test(arguments: [Language.english, .german, .swedish])
  func theRemainingTimesStandInOneColumn(_ language: Language) throws {
    let phone = Phone<Clocks>(try sample("clock-ends"))
    let look = Look(catalogue: Catalogue(language))
    let rows = phone.rows.filter { $0.kind != nil }.map { ClockWords.row($0, phone, width: 62, look) }
    #expect(rows.count > 2)
    #expect(Set(rows.map { TextLayout.width($0.spans[0].text) }).count == 1)
    #expect(rows.allSatisfy { $0.width <= 62 })
  }
}
