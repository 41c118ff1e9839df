extension German {
  static let agePhrases: StaticString = #"""
    keystore.row.file = Datei
    keystore.row.protection = Schutz
    keystore.row.issuer = Issuer
    keystore.row.client = Client-ID
    keystore.row.secret = Client-Secret
    keystore.row.registered = Registriert
    keystore.row.expires = Secret läuft ab
    keystore.row.saved = Gespeichert
    keystore.row.id-token = ID-Token
    keystore.kept-for-start = da, um beim nächsten Start still anzumelden
    keystore.row.refresh-token = Refresh-Token
    keystore.none = keine
    keystore.never = nie
    keystore.kept = da, als Hinweis für die nächste Anmeldung
    keystore.ask.passphrase = Passphrase des Keystores:
    keystore.ask.new = Neue Passphrase:
    keystore.ask.again = Nochmals dieselbe:
    """#
}
