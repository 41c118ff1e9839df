import SharedValues
import Testing

@testable import HTTPTransport

/// The origin of a connection: the name that is looked up, sent as SNI and compared with the certificate.
@Suite struct OriginTests {
  @Test(arguments: [
    ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
    ("https://XN--bcher-kva.Example/", "xn--bcher-kva.example"),
    ("https://Example.com:8443/x", "example.com"),
    ("https://[::1]:8443/", "::1"), ("https://127.0.0.1/", "127.0.0.1"),
  ])
  func `an international host is its A-label`(url: String, host: String) throws {
    #expect(try Origin(of: url).host == host)
  }

  @Test(arguments: [
    "https://b\u{FC}cher.example/", "https://b%C3%BCcher.example/", "https://ex%61mple.com/", "https:///x",
    "https://u@example.com/",
  ])
  func `a host that would be asked for under another name is refused`(url: String) {
    #expect(throws: TransportFailure.self) { try Origin(of: url) }
  }
}
