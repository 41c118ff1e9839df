extension German {
  static let applicationPhrases: StaticString = #"""
    sign-up.title = Konto anlegen
    sign-up.prompt = Sie sind angemeldet und neu hier. Stimmen diese Angaben?
    sign-up.missing = Es fehlt noch: {fields}
    sign-up.given-name = Vorname
    sign-up.family-name = Nachname
    sign-up.email = E-Mail
    button.create-account = Konto anlegen
    authenticated.account = Konto
    authenticated.account.found = gefunden
    notice.account-created = Konto angelegt
    application-server.label = Anwendungsserver
    application-server.keeps = behält das Secret
    key.next-field = nächstes Feld
    key.erase = Zeichen löschen
    key.erase-all = alles löschen
    key.type = schreiben
    progress.sign-up = Ihr Konto wird angelegt
    step.sign-up = Konto anlegen
    now.sign-up = Der Anwendungsserver legt Ihr Konto an.
    now.application-token = Der Anwendungsserver tauscht den Code mit seinem eigenen Secret ein und sucht Ihr Konto.
    section.sign-up = 2 · Konto
    """#
}
