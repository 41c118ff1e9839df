extension German {
  static let captionPhrases: StaticString = #"""
    caption.metadata = OpenID Connect Discovery 1.0 §4.1 · Der Server sagt, wo seine Endpunkte sind und was er kann. Die App kennt nur den Issuer und prüft, ob er es ist, der antwortet.
    caption.metadata.oauth = RFC 8414 §3.1 · Dieselbe Frage an der Stelle von OAuth, weil die von OpenID Connect nicht hatte, was die App braucht.
    caption.open-registration = RFC 8252 §5 · Die erste Anmeldung läuft in einem anderen Programm; die App sieht das Passwort nie. Sie verlangt nur den Scope dcr, und prompt=login erzwingt eine frische Anmeldung.
    caption.open-login = RFC 8252 §5 · Die Anmeldung läuft in einem anderen Programm; die App sieht das Passwort nie. Hat dieser Browser eine Sitzung beim Server, und lässt der sie für diesen Client gelten, muss niemand etwas eingeben.
    caption.open-login.forced = OpenID Connect Core §3.1.2.1 · prompt=login: der Server fragt nach dem Passwort, auch wenn der Browser eine Sitzung hat. Die Anmeldung läuft in einem anderen Programm; die App sieht es nie.
    caption.open-logout = OpenID RP-Initiated Logout §2 · Das Cookie, das die Sitzung beim Server benennt, hat der Browser und nicht die App. Darum schickt die App ihn hin, um sie zu beenden.
    caption.observed = RFC 8252 §8.12 · Vom Server gesehen, nicht von der App: was zwischen Browser und Server geschieht, geht die App nichts an.
    caption.observed-sso = OpenID Connect Core §3.1.2.3 · Das Cookie der ersten Anmeldung kam mit, der Server muss nicht nochmals fragen: das ist Single Sign-on.
    caption.redirect = RFC 8252 §7 · Das Betriebssystem übergibt den Redirect der App. state bindet ihn an die Anfrage; ohne den Verifier ist der Code nichts wert.
    caption.redirect-error = RFC 6749 §4.1.2.1 · Der Server schickt den Benutzer mit einem Fehler statt eines Codes zurück.
    caption.redirect-logout = OpenID RP-Initiated Logout §3 · Die Sitzung ist beendet, und state zeigt, dass dies die Antwort auf unsere Anfrage ist.
    caption.closed = Der Benutzer darf den Browser jederzeit verlassen. Die App geht zurück, und nichts ist verloren.
    caption.dropped = RFC 6749 §10.12 · Ihr state ist nicht der, den diese App gesendet hat; hier hat also niemand danach gefragt. Die App verwirft sie und wartet weiter.
    caption.registration-token = RFC 7636 §4.5 · Code und Verifier werden gegen ein dcr-Token getauscht. Der Client ist öffentlich, also beweist PKCE, dass dieselbe App fragt.
    caption.device-token = RFC 8705 §2 · Das Gerät beweist mit seinem Zertifikat, innerhalb von TLS, wer fragt: Client Credentials ohne Benutzer und ohne Secret. Das Token darf registrieren, sonst nichts.
    caption.push = RFC 8705 §2 · Das Gerät fragt über Mutual TLS, ob ihm ein dcr-Token zugestellt wurde. 204 heißt: noch nicht. Echte Telefone nutzen den Push-Dienst ihres Herstellers; dieser Kanal steht dafür.
    caption.register-open = RFC 7591 §3 · Offene Registrierung: die Anfrage trägt kein Token, der Server weiß also nicht, wessen App das ist.
    caption.register = RFC 7591 §3.1 · Das dcr-Token berechtigt zu genau einem: den eigenen Client dieser Instanz anzulegen. Es wird nie gespeichert.
    caption.saved-registration = RFC 7591 §3.2.1 · Client-ID und Secret dieser Instanz werden verschlüsselt aufbewahrt. Nach einem Neustart geht die App direkt zur Anmeldung.
    caption.saved = Das ID-Token bleibt verschlüsselt erhalten, als Hinweis für die nächste Anmeldung und fürs Abmelden; mit silentStart auch das Refresh-Token. Das Access-Token nie.
    caption.erased = Client-ID, Secret und Schlüssel sind weg. Der nächste Start zeigt die Registrierung.
    caption.token = RFC 6749 §4.1.3 · Der Code wird mit dem Secret des Clients und mit dem Verifier eingelöst: wer den Code stahl, hat beides nicht.
    caption.token.without-secret = RFC 7636 §4.5 · Dieser Client hat kein Secret, denn alle Installationen teilen ihn. Der Verifier allein zeigt, dass die App, die gefragt hat, auch einlöst.
    caption.jwks = OpenID Connect Core §3.1.3.7 · Die öffentlichen Schlüssel des Servers. Das ID-Token zählt erst, wenn Signatur und jeder Claim geprüft sind.
    caption.userinfo = OpenID Connect Core §5.3 · Wer der Benutzer ist. sub muss dem ID-Token gleichen, sonst gehört die Antwort jemand anderem.
    caption.refresh = RFC 6749 §6 · Neue Tokens ohne Anmeldung, für den Client, der sich mit seinem Secret ausweist. Bringt die Antwort ein neues Refresh-Token, ist das alte verbraucht (RFC 9700 §4.14.2).
    caption.refresh.without-secret = RFC 6749 §6 · Neue Tokens ohne Anmeldung. Dieser Client hat kein Secret, darum muss jeder Gebrauch das Refresh-Token ersetzen: ein gestohlenes fällt auf, wenn es zweimal kommt (RFC 9700 §4.14.2).
    caption.revocation = RFC 7009 §2.1 · Die App gibt das Token zurück. 200 steht auch für eines, das der Server nie kannte: so oder so gilt es nicht mehr.
    caption.registration-read = RFC 7592 §2.1 · Die App fragt, was der Server von ihrem Client weiß. 401 hieße: nichts mehr.
    caption.registration-update = RFC 7592 §2.2 · Alle Metadaten gehen mit den Änderungen zurück. Die Antwort kann ein neues Secret und ein neues Token bringen; sie werden gespeichert, bevor die alten fallen.
    caption.logout = OpenID RP-Initiated Logout §2 · Die Sitzung beim Server endet.
    caption.unregister = RFC 7592 §2.3 · Die App bittet den Server, ihren Client zu löschen, mit dem Token aus der Registrierung.
    caption.failure = Es kam keine Antwort. Gezeigt wird, was gesendet wurde; das Telefon sagt, was zu tun ist.
    caption.application = RFC 7636 §4.5 · Der Anwendungsserver löst den Code mit einem Secret ein, das kein Telefon hat. Der Verifier zeigt, dass die App, die gefragt hat, auch einlöst; sonst könnte es jeder.
    caption.sign-up = RFC 6750 §2.1 · Der Anwendungsserver legt das Konto an, nachdem er beim Identity-Server erfragt hat, wessen Token das ist.
    caption.other = RFC 9110 §9 · Eine HTTP-Anfrage der App.
    """#
}
