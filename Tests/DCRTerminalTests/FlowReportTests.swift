import AppState
import SharedValues
import Testing

@testable import DCRTerminal

@Suite struct FlowReportTests {
  /// Values are the server's, and scripts read the line as `name=value`: no value may look like another name.
  @Test(arguments: [
    "x sub=admin", "x\u{301} sub=admin", "\" sub=admin", "x\nsub=admin", "x\tsub=admin", "x=\u{D4E}sub=admin",
  ])
  func aValueIsNoOtherName(_ text: String) {
    let line = FlowReport(json: false, reveals: true).text(
      .done(.register, milliseconds: 1, detail: ["client_id": .string(text)]))
    #expect(line.contains("  client_id=\""))
    #expect(line.unicodeScalars.last == "\"" && !line.contains("\n"))
  }

  /// The user who pastes the address needs all of it.
  @Test func anUnansweredPageIsReportedWithItsWholeAddress() {
    let address = "https://idp.example/authorize?" + String(repeating: "x", count: 3000)
    for (step, page) in [(FlowStep.login, UnansweredPage(address: address)), (.logout, UnansweredPage(address: nil))] {
      let text = FlowReport(json: false, reveals: false).text(.unanswered(step, page))
      #expect(text.contains("--browser in-app") && text.contains(address) == (page.address != nil))
      let line = FlowReport(json: true, reveals: false).text(.unanswered(step, page))
      #expect(line.hasPrefix(#"{"step":"\#(step.rawValue)","unanswered":{"#))
      #expect(line.contains(address) == (page.address != nil))
    }
  }

  @Test func anAddressWithASecretNeedsRevealedSecrets() {
    let address = "https://idp.example/authorize?state=s&id_token_hint=eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"
    for json in [false, true] {
      for reveals in [false, true] {
        let text = FlowReport(json: json, reveals: reveals).text(
          .unanswered(.login, UnansweredPage(address: address)))
        #expect(text.contains("c2lnbmF0dXJl") == reveals && text.contains("--reveal") == (!json && !reveals))
      }
    }
  }

  @Test func aPlainValueIsNotQuoted() {
    let report = FlowReport(json: false, reveals: true)
    #expect(
      report.text(.done(.register, milliseconds: 1, detail: ["client_id": "inst-1.a_b~c"])).hasSuffix(
        "  client_id=inst-1.a_b~c"))
    #expect(
      report.text(.done(.token, milliseconds: 1, detail: ["scope": "openid profile"])).hasSuffix(
        "  scope=\"openid profile\""))
  }
}
