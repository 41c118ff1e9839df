import Catalogue

/// What faults of keys are called in the menu, and why one cannot happen.
extension Phrase {
  /// By the name of a ``Faults/FaultCondition``.
  static func faultNeed(_ name: String) -> Phrase? { faultNeeds.first { $0.key == "fault.needs." + name } }

  static let faultKeyEndpoints = [
    Phrase("fault.endpoint.par", "Pushed login request"),
    Phrase("fault.endpoint.device-authorization", "Device codes"),
    Phrase("fault.endpoint.secure-element", "Secure element"),
  ]

  static let faultKeyDefects = [
    Phrase("fault.defect.wrong-dpop-jkt", "code bound to another key (dpop_jkt)"),
    Phrase("fault.defect.request-uri-used", "another browser opens it first"),
    Phrase("fault.defect.request-uri-expired", "opened when the reference is over"),
    Phrase("fault.defect.dpop-other-key", "proof of another key"),
    Phrase("fault.defect.dpop-bad-signature", "proof signed by another key"),
    Phrase("fault.defect.dpop-replayed-jti", "proof with a jti that was used"),
    Phrase("fault.defect.dpop-clock-behind", "proof made 90 s ago"),
    Phrase("fault.defect.dpop-clock-ahead", "proof made in 90 s"),
    Phrase("fault.defect.dpop-wrong-ath", "proof with another token's ath"),
    Phrase("fault.defect.dpop-missing-ath", "proof without ath"),
    Phrase("fault.defect.dpop-wrong-htm", "proof for another method (htm)"),
    Phrase("fault.defect.dpop-wrong-htu", "proof for another address (htu)"),
    Phrase("fault.defect.dpop-wrong-typ", "proof of another type (typ)"),
    Phrase("fault.defect.dpop-missing", "no proof"),
    Phrase("fault.defect.dpop-token-as-bearer", "bound token sent as Bearer"),
    Phrase("fault.defect.assertion-wrong-aud", "assertion for another server (aud)"),
    Phrase("fault.defect.assertion-expired", "assertion expired"),
    Phrase("fault.defect.assertion-clock-ahead", "assertion made in 90 s"),
    Phrase("fault.defect.assertion-replayed-jti", "assertion with a jti that was used"),
    Phrase("fault.defect.assertion-other-key", "assertion signed by another key"),
    Phrase("fault.defect.assertion-wrong-sub", "assertion of another client (sub)"),
    Phrase("fault.defect.dpop-nonce-always-new", "demands one nonce after the other"),
    Phrase("fault.defect.dpop-nonce-withheld", "demands a nonce, gives none"),
    Phrase("fault.defect.dpop-nonce-malformed", "demands a nonce, gives nonsense"),
    Phrase("fault.defect.client-key-lost", "the client's key is lost"),
    Phrase("fault.defect.token-key-lost", "the tokens' key is lost"),
    Phrase("fault.defect.element-unavailable", "does not answer"),
    Phrase("fault.defect.element-nonsense", "answers nonsense"),
    Phrase("fault.defect.element-damaged", "cannot read its keys"),
    Phrase("fault.defect.element-full", "has no room for a key"),
    Phrase("fault.defect.presence-refused", "the user says no"),
    Phrase("fault.defect.presence-timed-out", "the user's yes comes too late"),
  ]

  static let faultNeeds = [
    Phrase("fault.needs.max-age", "cannot happen: no max_age"),
    Phrase("fault.needs.secret", "cannot happen: no secret"),
    Phrase("fault.needs.private-key", "cannot happen: no client key"),
    Phrase("fault.needs.dpop", "cannot happen: dpop is off"), Phrase("fault.needs.keys", "cannot happen: no keys"),
    Phrase("fault.needs.user-presence", "cannot happen: keys ask nobody"),
    Phrase("fault.needs.pushed", "cannot happen: nothing is pushed"),
    Phrase("fault.needs.in-browser", "cannot happen: requests are pushed"),
    Phrase("fault.needs.device-code", "cannot happen: the browser is here"),
    Phrase("fault.needs.browser", "cannot happen: no browser is here"),
  ]
}
