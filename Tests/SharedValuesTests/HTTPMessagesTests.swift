import Foundation
import SharedValues
import Testing

@Suite struct HTTPMessagesTests {
  /// RFC 9110 §5.1: field names are case-insensitive.
  @Test func headersAreFoundInAnyCase() {
    let headers = [HTTPHeader("Set-Cookie", "a=1"), HTTPHeader("set-cookie", "b=2"), HTTPHeader("Date", "x")]
    #expect(headers[first: "SET-COOKIE"] == "a=1")
    #expect(headers[all: "Set-cookie"] == ["a=1", "b=2"])
    #expect(headers[first: "Age"] == nil)
  }

  @Test(arguments: [
    ("application/json", "application/json"), ("Application/JSON; charset=utf-8", "application/json"),
    (" text/html ;x", "text/html"), ("", ""),
  ])
  func theMediaTypeWithoutParameters(_ header: String, _ expected: String) {
    #expect(HTTPResponse(200, headers: [HTTPHeader("content-type", header)]).contentType == expected)
    #expect(HTTPResponse(200).contentType == "")
  }

  @Test func anExchangeKnowsItsTime() {
    let start = Date(timeIntervalSince1970: 0)
    var exchange = Exchange(HTTPRequest("GET", "https://localhost/"), started: start)
    #expect(exchange.milliseconds == nil)
    exchange.finished = start.addingTimeInterval(0.25)
    #expect(exchange.milliseconds == 250)
  }
}
