enum PageReader {
  static func page(_ response: HTTPResponse, url: WebURL) throws(BrowserError) -> WebPage {
    let header = response.headers[first: "Content-Type"] ?? ""
    let encoding = CharacterEncoding.detect(response.body, contentType: header)
    switch response.contentType {
    case "text/html", "application/xhtml+xml",
      "" where response.body.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "<"):
      let page = PageBuilder.page(
        html: encoding.decode(response.body), url: url, status: response.status, in: encoding,
        refresh: response.headers[first: "Refresh"])
      // A page with a form is another way to log in.
      if page.forms.isEmpty { try judgeChallenge(response, url) }
      return page
    case let type where response.body.isEmpty || type.hasPrefix(bytes: "text/") || type.hasSuffix(bytes: "json"):
      try judgeChallenge(response, url)
      var page = WebPage(url: url, status: response.status, title: "")
      let text = encoding.decode(response.body)
      if !text.isEmpty { page.blocks = [.preformatted(text)] }
      return page
    case let type: throw BrowserError(.unsupportedContent, ["received": type, "url": url.origin])
    }
  }

  /// Other browsers ask for name and password in a window of their own (RFC 9110 §11.6.1), or know the person by Kerberos.
  private static func judgeChallenge(_ response: HTTPResponse, _ url: WebURL) throws(BrowserError) {
    guard response.status == 401 else { return }
    // One header may hold several challenges, and each may have one of its own.
    let schemes = response.headers[all: "WWW-Authenticate"].flatMap { $0.split(scalar: ",") }
      .map { String($0.withoutEdgeSpaces.prefix(whileScalar: { $0 != " " })) }
    guard let scheme = schemes.first(where: { ["basic", "digest", "negotiate", "ntlm"].contains($0.lowercased()) })
    else { return }
    throw BrowserError(.unsupportedLogin, ["received": scheme, "url": url.origin])
  }
}
