import ForeignText

/// Forms that the server's own pages alone may send, besides the seal that is in each of them (``FormSeal``).
///
/// What another site may lawfully have a browser do is not among them: asking for an authorization (OpenID Connect Core
/// §3.1.2.1 has GET and POST) and for a sign-out.
extension Provider {
  /// Answers 403 where the browser says that another site, or a page within a page, has sent the form.
  func fromOwnPage(_ handler: @escaping RoutingTable.Handler) -> RoutingTable.Handler {
    { request in
      guard !request.isFromForeignPage else {
        return pages.message(
          .requestRefusedTitle, pages.say(.foreignFormText), status: 403,
          note: "form of another site refused")
      }
      return try await handler(request)
    }
  }

  /// Sends the browser to a client's address: by a redirect, and by ``Pages/goOn(to:note:)`` where the browser would hold that redirect
  /// against the `form-action` of an own page, or would not open the client's app without a person's press.
  func sendBack(to url: String, _ request: ServerRequest, note: String) -> ServerResponse {
    request.mayNotRedirectElsewhere || (Pages.opensAnApp(url) && request.comesWithoutAPress)
      ? pages.goOn(to: url, note: note) : .redirect(to: url, after: request.method, note: note)
  }
}

extension ServerRequest {
  /// Whether the request's headers say that it comes from another site. Absent headers say nothing: curl, w3m and older browsers send none.
  fileprivate var isFromForeignPage: Bool {
    // The Origin header (RFC 6454 §7); `null` is the origin of nobody.
    headers[all: "Origin"].contains { $0.lowercased() != ownOrigin }
      // Fetch Metadata Request Headers (W3C); `none`: the person did it without any page, as by reloading.
      || headers[all: "Sec-Fetch-Site"].contains { $0 != "same-origin" && $0 != "none" }
      // The same; a form's answer is a whole page, never a frame or something that a script reads.
      || headers[all: "Sec-Fetch-Dest"].contains { $0 != "document" }
  }

  /// Whether it is a form of an own page, in a browser that applies policies of pages: every one that does so to redirects sends Fetch
  /// Metadata. Others (curl, w3m, this product's own) get the redirect, and a browser that says less than it does gets no
  /// further, but never elsewhere.
  fileprivate var mayNotRedirectElsewhere: Bool {
    method == "POST" && !headers[all: "Sec-Fetch-Site"].isEmpty && !isFromForeignPage
  }

  /// Whether it is a browser's way to a page on which the person has pressed nothing: a silent login, or a sign-out. Chromium then opens another
  /// program once at most, and leaves an empty tab after that (Fetch Metadata Request Headers, W3C). An address that another program handed over
  /// counts as the person's own (`?1`) to browsers, too; nothing but `none` tells it from a link that was followed.
  fileprivate var comesWithoutAPress: Bool {
    headers[first: "Sec-Fetch-Mode"] == "navigate" && headers[first: "Sec-Fetch-Dest"] == "document"
      && (headers[first: "Sec-Fetch-User"] != "?1" || headers[first: "Sec-Fetch-Site"] == "none")
  }

  /// The origin of the address that this request was sent to, which was found to be one of this server's own.
  private var ownOrigin: String {
    let host = host.lowercased()
    return "https://" + (host.without(suffix: ":443") ?? host[...])
  }
}
