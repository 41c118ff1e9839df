extension Swedish {
  static let agePhrases: StaticString = #"""
    keystore.row.file = Fil
    keystore.row.protection = Skydd
    keystore.row.issuer = Utfärdare
    keystore.row.client = Klient-id
    keystore.row.secret = Klienthemlighet
    keystore.row.registered = Registrerad
    keystore.row.expires = Hemligheten går ut
    keystore.row.saved = Sparat
    keystore.row.id-token = ID-token
    keystore.kept-for-start = sparad, för att logga in tyst vid nästa start
    keystore.row.refresh-token = Uppdateringstoken
    keystore.none = inga
    keystore.never = aldrig
    keystore.kept = sparad, som ledtråd för nästa inloggning
    keystore.ask.passphrase = Nyckellagrets lösenfras:
    keystore.ask.new = Ny lösenfras:
    keystore.ask.again = Samma igen:
    """#
}
