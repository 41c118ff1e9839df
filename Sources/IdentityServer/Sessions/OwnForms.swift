import SharedValues

/// Protects forms that only the server's own pages may send, in addition to the seal in each of them (``FormSeal``).
///
/// Requests that other sites may make are excluded: authorization requests (OpenID Connect Core §3.1.2.1 allows GET and
/// POST) and sign-outs.
extension Provider {
  /// Answers 403 when the browser says that another site, or an embedded page, has sent the form.
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

  /// Sends the browser to a client's address: by a redirect, or by ``Pages/goOn(to:note:)`` if the `form-action` of an own page would block
  /// the redirect, or if the browser opens the client's app only after a press.
  func sendBack(to url: String, _ request: ServerRequest, note: String) -> ServerResponse {
    request.mayNotRedirectElsewhere || (Pages.opensAnApp(url) && request.comesWithoutAPress)
      ? pages.goOn(to: url, note: note) : .redirect(to: url, after: request.method, note: note)
  }
}

extension ServerRequest {
  /// Whether the request's headers say that it comes from another site. Absent headers prove nothing: curl, w3m and older browsers send none.
  fileprivate var isFromForeignPage: Bool {
    // The Origin header (RFC 6454 §7); `null` is an opaque origin.
    headers[all: "Origin"].contains { $0.lowercased() != ownOrigin }
      // Fetch Metadata Request Headers (W3C); `none`: the person caused the request without a page, for example by reloading.
      || headers[all: "Sec-Fetch-Site"].contains { $0 != "same-origin" && $0 != "none" }
      // The same; a form's answer must be a whole page, not a frame or a script's request.
      || headers[all: "Sec-Fetch-Dest"].contains { $0 != "document" }
  }

  /// Whether an own page's form was sent by a browser that may apply `form-action` to redirects: all such browsers send Fetch
  /// Metadata. Others (curl, w3m, this product's own) get the redirect; a browser that applies the policy without Fetch
  /// Metadata blocks it, which fails safely.
  fileprivate var mayNotRedirectElsewhere: Bool {
    method == "POST" && !headers[all: "Sec-Fetch-Site"].isEmpty && !isFromForeignPage
  }

  /// Whether the browser navigates to a page without a press by the person: a silent login, or a sign-out. Chromium then opens another
  /// program at most once and leaves an empty tab after that (Fetch Metadata Request Headers, W3C). Browsers also report an address
  /// from another program as the person's own (`?1`); only `none` distinguishes it from a followed link.
  fileprivate var comesWithoutAPress: Bool {
    headers[first: "Sec-Fetch-Mode"] == "navigate" && headers[first: "Sec-Fetch-Dest"] == "document"
      && (headers[first: "Sec-Fetch-User"] != "?1" || headers[first: "Sec-Fetch-Site"] == "none")
  }

  /// The origin of the address that this request was sent to, already checked to be this server's.
  private var ownOrigin: String {
    let host = host.lowercased()
    return "https://" + (host.without(suffix: ":443") ?? host[...])
  }
}
