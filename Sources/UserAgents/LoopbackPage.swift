import ForeignText
import Catalogue

/// The pages that a browser gets at the loopback port. No scripts, external content or caching: the address contains a code.
enum LoopbackPage {
  /// The page after a login or a sign-out; the browser's part is over.
  static func farewell(_ catalogue: Catalogue = Catalogue()) -> [UInt8] {
    response("200 OK", page(catalogue(.loopbackTitle), catalogue(.loopbackText), catalogue, mark: "&#10003;"))
  }

  static func refusal(_ status: Int, _ catalogue: Catalogue = Catalogue()) -> [UInt8] {
    let reason =
      switch status {
      case 404: "404 Not Found"
      case 405: "405 Method Not Allowed\r\nAllow: GET"
      case 421: "421 Misdirected Request"
      case 431: "431 Request Header Fields Too Large"
      default: "400 Bad Request"
      }
    return response(
      reason, page(catalogue(.loopbackStrayTitle), catalogue(.loopbackStrayText), catalogue, mark: "&#8212;"))
  }

  private static func response(_ status: String, _ body: String) -> [UInt8] {
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY", "Cross-Origin-Opener-Policy: same-origin",
      "Content-Security-Policy: default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  /// Every word comes from the catalogue: nothing of the request is shown.
  private static func page(_ title: String, _ text: String, _ catalogue: Catalogue, mark: String) -> String {
    let (title, text) = (Escape.html(title), Escape.html(text))
    return """
      <!DOCTYPE html>
      <html lang="\(catalogue.language.tag)"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
      <title>\(title)</title><style>
      :root { color-scheme: light dark; --page: #f4f5fa; --card: #fff; --text: #2a2a3c; --soft: #6b6b80; --mark: #2e7d4f }
      @media (prefers-color-scheme: dark) {
        :root { --page: #16161f; --card: #22222f; --text: #ededf5; --soft: #a5a5b8; --mark: #7fd6a4 }
      }
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page);
        color: var(--text); font: 1.05rem/1.5 system-ui, sans-serif }
      main { max-width: 24rem; margin: 1rem; padding: 2.5rem 2rem; text-align: center; background: var(--card);
        border-radius: 1rem; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .12) }
      p { margin: .5rem 0 0; color: var(--soft) }
      h1 { margin: .5rem 0 0; font-size: 1.4rem }
      .mark { font-size: 2.5rem; line-height: 1; color: var(--mark) }
      </style></head><body><main><div class="mark" aria-hidden="true">\(mark)</div>
      <h1>\(title)</h1><p>\(text)</p></main></body></html>

      """
  }
}
