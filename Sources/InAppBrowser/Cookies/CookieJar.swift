/// RFC 6265 §5.3 and §5.4. Session cookies are kept: a phone's in-app tabs share a session, here each login is a process.
struct CookieJar: Hashable, Sendable {
  static let maximumPerDomain = 150
  static let maximum = 600

  private(set) var cookies: [Cookie] = []

  init(_ cookies: [Cookie] = []) { self.cookies = cookies }

  /// The cookies for a request, longest path first, then oldest first.
  func cookies(for navigation: Navigation, now: Date) -> [Cookie] {
    let url = navigation.url
    return cookies.filter { cookie in
      let hostFits =
        cookie.hostOnly ? cookie.domain == url.host : CookieMatching.domain(cookie.domain, covers: url.host)
      return hostFits && CookieMatching.path(cookie.path, covers: url.path.isEmpty ? "/" : url.path)
        && (!cookie.secure || url.isSecure) && !cookie.isExpired(at: now) && navigation.allows(cookie.sameSite)
    }
    .sorted { ($0.path.count, $1.created) > ($1.path.count, $0.created) }
  }

  /// Stores a response's cookies; an expired one removes its namesake. Returns the changes.
  @discardableResult mutating func store(_ response: HTTPResponse, from url: WebURL, now: Date) -> [CookieChange] {
    var changes: [CookieChange] = []
    for line in response.headers[all: "Set-Cookie"] {
      do {
        let cookie = try SetCookie.parse(line, from: url, now: now)
        changes.append(CookieChange(name: cookie.name, kind: put(cookie, from: url, now: now)))
      } catch {
        let name = line.prefix(whileScalar: { $0 != "=" && $0 != ";" }).prefix(80)
        changes.append(CookieChange(name: String(name), kind: .refused(error)))
      }
    }
    return changes
  }

  mutating func removeExpired(now: Date) { cookies.removeAll { $0.isExpired(at: now) } }

  private mutating func put(_ cookie: Cookie, from url: WebURL, now: Date) -> CookieChange.Kind {
    let old = cookies.firstIndex { $0.identity == cookie.identity }
    // RFC 6265bis §5.7: plain HTTP cannot replace a Secure cookie of the same name.
    let shadowed = cookies.contains { other in
      other.secure && other.name == cookie.name
        && (CookieMatching.domain(other.domain, covers: cookie.domain)
          || CookieMatching.domain(cookie.domain, covers: other.domain))
        && CookieMatching.path(other.path, covers: cookie.path)
    }
    if !url.isSecure, shadowed { return .refused(.insecureOrigin) }
    if cookie.isExpired(at: now) {
      if let old { cookies.remove(at: old) }
      return .removed
    }
    if let old {
      var newer = cookie
      newer.created = cookies[old].created
      cookies[old] = newer
    } else {
      cookies.append(cookie)
      evict(domain: cookie.domain)
    }
    return .set
  }

  /// Removes the oldest cookies, first of this domain, then of all.
  private mutating func evict(domain: String) {
    while cookies.count(where: { $0.domain == domain }) > CookieJar.maximumPerDomain,
      let oldest = cookies.firstIndex(where: { $0.domain == domain })
    {
      cookies.remove(at: oldest)
    }
    if cookies.count > CookieJar.maximum { cookies.removeFirst(cookies.count - CookieJar.maximum) }
  }
}

extension Navigation {
  /// RFC 6265bis §5.2. Every request of this browser is a top-level navigation.
  fileprivate func allows(_ sameSite: Cookie.SameSite) -> Bool {
    guard let initiator, !CookieMatching.sameSite(initiator, url) else { return true }
    return switch sameSite {
    case .strict: false
    case .lax: ["GET", "HEAD"].contains(method)
    case .none: true
    }
  }
}

struct CookieChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case set, removed
    case refused(SetCookie.Refusal)
  }

  var name: String
  var kind: Kind
}
