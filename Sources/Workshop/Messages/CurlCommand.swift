import AppState
import SharedValues

/// A request as a curl command for a POSIX shell, with masked secrets: it runs once they are filled in.
///
/// Every value is single-quoted, so that neither the shell nor curl can read it as a command, an option, a file name or a pattern.
package struct CurlCommand: Sendable {
  /// Files that curl needs to trust the server or to identify itself; paths on this machine.
  package struct Files: Hashable, Sendable {
    package var authority: String?
    package var certificate: String?
    package var key: String?

    package init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
      (self.authority, self.certificate, self.key) = (authority, certificate, key)
    }
  }

  package init() {}

  /// - Returns: `nil` if the message is not a request of this app.
  package func text(for message: Message, files: Files = Files()) -> String? {
    switch message.content {
    case .exchange(let exchange): text(exchange.request, files)
    case .userAgentOpened(let url): text(HTTPRequest("GET", url, endpoint: .authorization), files)
    default: nil
    }
  }

  private func text(_ request: HTTPRequest, _ files: Files) -> String {
    let redaction = Redaction.forFiles.of(request)
    // Allows only HTTP and HTTPS, whatever the URL says, and no URL patterns.
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
      // curl would omit a header with an empty value.
      options.append("--header \(Escape.shellWord(value.isEmpty ? header.name + ";" : "\(header.name): \(value)"))")
    }
    if !request.body.isEmpty { options.append("--data-raw \(Escape.shellWord(body(request, redaction)))") }
    let url = SafeText.percentEncoded(redaction.url(request.url), keeping: redaction.dot)
    options.append("--url \(Escape.shellWord(url))")
    return options.joined(separator: " \\\n  ") + "\n"
  }

  private func body(_ request: HTTPRequest, _ redaction: Redaction) -> String {
    let type = request.headers.contentType
    if let json = try? JSON.parse(request.body), json.objectValue != nil {
      return redaction.json(json).line
    }
    let text = redaction.body(request.body, contentType: type)
    if type == "application/x-www-form-urlencoded" { return SafeText.percentEncoded(text, keeping: redaction.dot) }
    return SafeText.plain(text)
  }

  /// RFC 9110 §5.6.2. Other names are no headers; curl would read one that begins with `@` as a file name.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}
