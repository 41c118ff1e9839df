enum PageReader {
  static func page(_ response: HTTPResponse, url: WebURL) throws(BrowserError) -> WebPage {
    let header = response.headers[first: "Content-Type"] ?? ""
    let encoding = CharacterEncoding.detect(response.body, contentType: header)
    switch response.contentType {
    case "text/html", "application/xhtml+xml",
      "" where response.body.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "<"):
      return PageBuilder.page(
        html: encoding.decode(response.body), url: url, status: response.status, in: encoding,
        refresh: response.headers[first: "Refresh"])
    case let type where response.body.isEmpty || type.hasPrefix(bytes: "text/") || type.hasSuffix(bytes: "json"):
      var page = WebPage(url: url, status: response.status, title: "")
      let text = encoding.decode(response.body)
      if !text.isEmpty { page.blocks = [.preformatted(text)] }
      return page
    case let type: throw BrowserError(.unsupportedContent, ["received": type, "url": url.origin])
    }
  }
}
