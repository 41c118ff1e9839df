import Catalogue

/// The panel **Server**: the identity server as its administrator sees it.
extension Phrase {
  public static let tabServer = Phrase("tab.server", "Server")
  public static let serverClients = Phrase("server-panel.clients", "Clients")
  public static let administrationPlace = Phrase(
    "server-panel.administration", "Admin {page}: {name} / {password}")
  public static let serverSessions = Phrase("server-panel.sessions", "Sessions")
  public static let serverEvents = Phrase("server-panel.events", "Events")

  public static let keyServer = Phrase("key.server", "server")
  public static let keyClients = Phrase("key.clients", "clients")
  public static let keySessions = Phrase("key.sessions", "sessions")
  public static let keyEvents = Phrase("key.events", "events")
  public static let keyRevokeClient = Phrase("key.revoke-client", "revoke")
  public static let keyActivateClient = Phrase("key.activate-client", "activate")
  public static let keyEndSession = Phrase("key.end-session", "end the session")
  public static let keyGrants = Phrase("key.grants", "grants")
  public static let keyNextClient = Phrase("key.next-client", "next client")
  public static let keyPreviousClient = Phrase("key.previous-client", "previous client")
  public static let keyNextSession = Phrase("key.next-session", "next session")
  public static let keyPreviousSession = Phrase("key.previous-session", "previous session")
  public static let keyKeepFilter = Phrase("key.keep-filter", "keep the filter")
  public static let keyOrder = Phrase("key.order", "order")

  public static let columnClient = Phrase("column.client", "Client id")
  public static let columnName = Phrase("column.name", "Name")
  public static let columnUser = Phrase("column.user", "User")
  public static let columnState = Phrase("column.state", "Status")
  public static let columnIssued = Phrase("column.issued", "Issued")
  public static let columnUsed = Phrase("column.used", "Used")
  public static let columnGrants = Phrase("column.grants", "Grants")
  public static let columnBrowser = Phrase("column.browser", "Browser")
  public static let columnSince = Phrase("column.since", "Since")
  public static let columnEnds = Phrase("column.ends", "Ends in")
  public static let columnMethod = Phrase("column.method", "Method")
  public static let columnPath = Phrase("column.path", "Path")
  public static let columnHappened = Phrase("column.happened", "What happened")

  public static let statusActive = Phrase("client-status.active", "active")
  public static let statusRevoked = Phrase("client-status.revoked", "revoked")
  public static let thisPhone = Phrase("server-panel.this-phone", "this phone")

  public static let clientsPlace = Phrase("server-panel.place", "{number} of {count}, {order}")
  public static let clientsEmpty = Phrase("server-panel.count.none", "no client")
  public static let orderIssued = Phrase("server-panel.order.issued", "newest first")
  public static let orderLastUsed = Phrase("server-panel.order.last-used", "last used first")
  public static let orderName = Phrase("server-panel.order.name", "by name")
  public static let orderOwner = Phrase("server-panel.order.owner", "by user")
  public static let orderStatus = Phrase("server-panel.order.status", "by status")
  public static let filterHint = Phrase("server-panel.filter.hint", "part of a client id, a name or a user")
  public static let filterFinds = Phrase("server-panel.filter.finds", "{count} of {all}")

  public static let clientIsActive = Phrase(
    "server-panel.active",
    "RFC 6749 §2.3 · Active: the server takes this client's id and secret. x revokes it; the app notices at its next "
      + "request.")
  public static let clientIsRevoked = Phrase(
    "server-panel.revoked",
    "RFC 6749 §5.2 · Revoked: codes and tokens are dead, the next request is answered invalid_client. a activates it; "
      + "the old tokens stay dead.")
  public static let nobodyOwnsIt = Phrase("server-panel.no-owner", "no user")
  public static let noName = Phrase("server-panel.no-name", "no name")
  public static let ofTemplate = Phrase("server-panel.of-template", "template {template}")
  public static let liveGrantsNone = Phrase("server-panel.grants.none", "no live grant")
  public static let liveGrants = Phrase("server-panel.grants", one: "{count} live grant", other: "{count} live grants")
  public static let lastUsed = Phrase("server-panel.last-used", "Last used")
  public static let template = Phrase("server-panel.template", "Template")
  public static let grantOf = Phrase("server-panel.grant", "{scope} for {user}, since {time}")
  public static let grantSession = Phrase("server-panel.grant.session", "session {session}")
  public static let tokenCode = Phrase("server-panel.token.code", "authorization code")
  public static let tokenAccess = Phrase("server-panel.token.access", "access token")
  public static let tokenRefresh = Phrase("server-panel.token.refresh", "refresh token")
  public static let tokenLeft = Phrase("server-panel.token.left", "{time} left")
  public static let grantsExplained = Phrase(
    "server-panel.grants.explained",
    "A grant is what one sign-in gave to this client. The server keeps hashes alone, so no token can be shown here, or "
      + "stolen from here.")

  public static let clientWasForgotten = Phrase(
    "server-panel.done.forgotten", "{client} is gone, sessions too")
  public static let clientWasRevoked = Phrase("server-panel.done.revoked", "{client} is revoked; its tokens are dead")
  public static let clientWasActivated = Phrase(
    "server-panel.done.activated", "{client} is active again; its old tokens stay dead")
  public static let sessionWasEnded = Phrase("server-panel.done.ended", "The session of {user} has ended")
  public static let changePending = Phrase("server-panel.pending", "One moment")

  public static let noSessions = Phrase(
    "server-panel.sessions.none",
    "No browser is signed in. A login makes a session, and its cookie makes later ones silent.")
  public static let sessionExplained = Phrase(
    "server-panel.session.explained",
    "OpenID Connect Core §3.1.2.3 · This browser holds the session's cookie, so logins in it are silent. x ends the "
      + "session: the next login asks for the password.")
  public static let sessionHandle = Phrase("server-panel.session.handle", "Session {session}")
  public static let sessionsPlace = Phrase("server-panel.sessions.place", "{number} of {count}, newest first")
  public static let endSessionQuestion = Phrase("server-panel.end.question", "End this session?")
  public static let endSessionExplanation = Phrase(
    "server-panel.end.explanation",
    "{user}'s next login in that browser asks for the password. Apps keep their tokens until those expire. It cannot "
      + "be taken back.")
  public static let revokeClientQuestion = Phrase("server-panel.revoke.question", "Revoke this client?")
  public static let revokeClientExplanation = Phrase(
    "server-panel.revoke.explanation",
    "{client} is refused from then on, wherever its secret is, and its tokens are dead. a makes the client active again, "
      + "but none of its tokens.")
  public static let keepClient = Phrase("server-panel.revoke.keep", "Keep It")
  public static let revokeClient = Phrase("server-panel.revoke.do", "Revoke")
  public static let keepSession = Phrase("server-panel.end.keep", "Keep It")
  public static let endSession = Phrase("server-panel.end.do", "End Session")

  public static let liveEvents = Phrase("server-panel.live-events", "Live events, newest first")
  public static let noEvents = Phrase("server-panel.events.none", "Nothing has been asked of the server yet.")
  public static let eventsOfOther = Phrase(
    "server-panel.events.other",
    "The server was running before this app, so its events do not appear here. Its admin page has them.")
  public static let eventsKept = Phrase(
    "server-panel.events.kept", one: "{count} event", other: "{count} events, newest first")
  public static let eventsBounded = Phrase(
    "server-panel.events.bounded", "the latest {count} of {all} events, newest first")

  public static let readingServer = Phrase("server-panel.reading", "Reading the server's database")
  public static let noClientsTitle = Phrase("server-panel.none.title", "No client has registered yet")
  public static let noClientsYet = Phrase(
    "server-panel.none",
    "Start on the phone: the moment the server answers its registration, this device's own client appears here.")
  public static let nothingFound = Phrase("server-panel.nothing-found", "No client has that in its id, name or user.")
  public static let serverNotYetTitle = Phrase("server-panel.not-yet.title", "No server has run here yet")
  public static let serverNotYet = Phrase(
    "server-panel.not-yet",
    "The app starts the embedded server as soon as it needs one. Then its clients, sessions and events appear here.")
  public static let foreignServerTitle = Phrase("server-panel.foreign.title", "Somebody else's server")
  public static let foreignServer = Phrase(
    "server-panel.foreign",
    "{issuer} is not the embedded server. What it knows of its clients is its own business: here you see only what it "
      + "answers, under Messages.")
  public static let serverNotRead = Phrase("server-panel.not-read", "This may be old: {why}")
}
