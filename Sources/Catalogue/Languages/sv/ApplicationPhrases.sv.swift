extension Swedish {
  static let applicationPhrases: StaticString = #"""
    sign-up.title = Skapa ditt konto
    sign-up.prompt = Du är inloggad och ny här. Stämmer det här?
    sign-up.missing = Saknas ännu: {fields}
    sign-up.given-name = Förnamn
    sign-up.family-name = Efternamn
    sign-up.email = E-post
    button.create-account = Skapa konto
    authenticated.account = Konto
    authenticated.account.found = hittat
    notice.account-created = Kontot har skapats
    application-server.label = Applikationsserver
    application-server.keeps = behåller hemligheten
    key.next-field = nästa fält
    key.erase = radera ett tecken
    key.erase-all = radera allt
    key.type = skriv
    progress.sign-up = Skapar ditt konto
    step.sign-up = Skapa kontot
    now.sign-up = Applikationsservern skapar ditt konto.
    now.application-token = Applikationsservern byter koden mot token med sin egen hemlighet och letar efter ditt konto.
    section.sign-up = 2 · Konto
    """#
}
