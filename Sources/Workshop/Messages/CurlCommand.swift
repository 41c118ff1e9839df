import ForeignText
import AppState
import SharedValues

/// A request as a curl command for a POSIX shell, its secrets masked: it runs once the masked places are filled in.
///
/// Every value stands in single quotes, so that nothing of it is a command, an option, a file name or a pattern to the shell
/// or to curl.
public struct CurlCommand: Sendable {
  /// What curl has to trust or to show besides what the system knows; paths of this machine.
  public struct Files: Hashable, Sendable {
    public var authority: String?
    public var certificate: String?
    public var key: String?

    public init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
      (self.authority, self.certificate, self.key) = (authority, certificate, key)
    }
  }

  public init() {}

  /// - Returns: `nil` for what is no request of this app.
  public func text(for message: Message, files: Files = Files()) -> String? {
    switch message.content {
    case .exchange(let exchange): text(exchange.request, files)
    case .userAgentOpened(let url): text(HTTPRequest("GET", url, endpoint: .authorization), files)
    default: nil
    }
  }

  private func text(_ request: HTTPRequest, _ files: Files) -> String {
    let redaction = Redaction.forFiles.of(request)
    // No other protocol, whatever the address says, and no pattern in it.
    var options = [
      "curl --globoff --proto \(Escape.shellWord("=https,http"))",
      "--request \(Escape.shellWord(SafeText.plain(request.method)))",
    ]
    if let authority = files.authority, request.url.lowercased().hasPrefix(bytes: "https:") {
      options.append("--cacert \(Escape.shellWord(authority))")
    }
    if request.presentsDeviceCertificate {
      if let certificate = files.certificate { options.append("--cert \(Escape.shellWord(certificate))") }
      if let key = files.key { options.append("--key \(Escape.shellWord(key))") }
    }
    for header in redaction.headers(request.headers) where CurlCommand.isToken(header.name) {
      let value = SafeText.plain(header.value)
      // A header without a value is one that curl would leave out.
      options.append("--header \(Escape.shellWord(value.isEmpty ? header.name + ";" : "\(header.name): \(value)"))")
    }
    if !request.body.isEmpty { options.append("--data-raw \(Escape.shellWord(body(request, redaction)))") }
    let url = SafeText.percentEncoded(redaction.url(request.url), keeping: redaction.dot)
    options.append("--url \(Escape.shellWord(url))")
    return options.joined(separator: " \\\n  ") + "\n"
  }

  private func body(_ request: HTTPRequest, _ redaction: Redaction) -> String {
    let type = HTTPResponse(0, headers: request.headers).contentType
    if let json = try? JSON.parse(request.body), json.objectValue != nil {
      return SafeText.json(redaction.json(json).compact)
    }
    let text = redaction.body(request.body, contentType: type)
    if type == "application/x-www-form-urlencoded" { return SafeText.percentEncoded(text, keeping: redaction.dot) }
    return SafeText.plain(text)
  }

  /// RFC 9110 §5.6.2. Others are no header; one that begins with `@` would be the name of a file to curl.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x7F
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
