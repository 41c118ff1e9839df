extension Swedish {
  static let captionPhrases: StaticString = #"""
    caption.metadata = OpenID Connect Discovery 1.0 §4.1 · Servern säger var dess slutpunkter finns och vad den kan. Appen känner bara till utfärdaren och kontrollerar att det är den som svarar.
    caption.metadata.oauth = RFC 8414 §3.1 · Samma fråga på OAuths plats, eftersom den för OpenID Connect inte hade vad appen behöver.
    caption.open-registration = RFC 8252 §5 · Den första inloggningen sker i ett annat program, så appen ser aldrig lösenordet. Den ber bara om scope dcr, och prompt=login tvingar fram en ny inloggning.
    caption.open-login = RFC 8252 §5 · Inloggningen sker i ett annat program, så appen ser aldrig lösenordet. Har den webbläsaren en session hos servern, och servern godtar den för klienten, behöver ingen skriva något.
    caption.open-login.forced = OpenID Connect Core §3.1.2.1 · prompt=login: servern frågar efter lösenordet, även om webbläsaren har en session. Inloggningen sker i ett annat program, så appen ser det aldrig.
    caption.open-logout = OpenID RP-Initiated Logout §2 · Kakan som pekar ut sessionen hos servern har webbläsaren, inte appen. Därför skickar appen dit webbläsaren för att avsluta den.
    caption.observed = RFC 8252 §8.12 · Sett av servern, inte av appen: vad som händer mellan webbläsare och server angår inte appen.
    caption.observed-sso = OpenID Connect Core §3.1.2.3 · Kakan från den första inloggningen följde med, så servern behöver inte fråga igen: det är single sign-on.
    caption.redirect = RFC 8252 §7 · Operativsystemet lämnar omdirigeringen till appen. state binder den till begäran; utan verifieraren är koden inget värd.
    caption.redirect-error = RFC 6749 §4.1.2.1 · Servern skickar tillbaka användaren med ett fel i stället för en kod.
    caption.redirect-logout = OpenID RP-Initiated Logout §3 · Sessionen är avslutad, och state visar att detta är svaret på vår begäran.
    caption.closed = Användaren får lämna webbläsaren när som helst. Appen går tillbaka, och inget är förlorat.
    caption.dropped = RFC 6749 §10.12 · Dess state är inte den som appen skickade, så ingen här har frågat efter det. Appen kastar svaret och väntar vidare.
    caption.registration-token = RFC 7636 §4.5 · Koden och dess verifierare byts mot en dcr-token. Klienten är publik, så PKCE bevisar att det är samma app som frågar.
    caption.device-token = RFC 8705 §2 · Enheten bevisar med sitt certifikat, inom TLS, vem som frågar: client credentials utan användare och utan hemlighet. Token får registrera, inget annat.
    caption.push = RFC 8705 §2 · Enheten frågar över ömsesidig TLS om en dcr-token har skickats till den. 204 betyder: inte än. Riktiga telefoner använder tillverkarens push-tjänst; den här kanalen står för den.
    caption.register-open = RFC 7591 §3 · Öppen registrering: begäran bär ingen token, så servern vet inte vems app det är.
    caption.register = RFC 7591 §3.1 · dcr-token ger rätt till exakt en sak: att skapa instansens egen klient. Den sparas aldrig.
    caption.saved-registration = RFC 7591 §3.2.1 · Instansens klient-id och hemlighet sparas krypterade. Efter en omstart går appen direkt till inloggningen.
    caption.saved = ID-token sparas krypterad, som ledtråd för nästa inloggning och för utloggning; med silentStart även uppdateringstoken. Åtkomsttoken aldrig.
    caption.erased = Klient-id, hemlighet och nyckel är borta. Nästa start visar registreringen.
    caption.token = RFC 6749 §4.1.3 · Koden löses in med klientens hemlighet och med verifieraren: den som stal koden har ingetdera.
    caption.token.without-secret = RFC 7636 §4.5 · Klienten har ingen hemlighet, eftersom alla installationer delar den. Bara verifieraren visar att appen som frågade också är den som löser in.
    caption.jwks = OpenID Connect Core §3.1.3.7 · Serverns publika nycklar. ID-token räknas först när signaturen och varje claim har kontrollerats.
    caption.userinfo = OpenID Connect Core §5.3 · Vem användaren är. sub måste vara den i ID-token, annars gäller svaret någon annan.
    caption.refresh = RFC 6749 §6 · Nya token utan inloggning, för klienten som bevisar sig med sin hemlighet. Ger svaret en ny uppdateringstoken är den gamla förbrukad (RFC 9700 §4.14.2).
    caption.refresh.without-secret = RFC 6749 §6 · Nya token utan inloggning. Klienten har ingen hemlighet, så varje användning måste byta ut uppdateringstoken: en stulen märks när den kommer två gånger (RFC 9700 §4.14.2).
    caption.revocation = RFC 7009 §2.1 · Appen lämnar tillbaka token. 200 gäller även en token som servern aldrig känt till: den räknas hur som helst inte längre.
    caption.registration-read = RFC 7592 §2.1 · Appen frågar vad servern vet om dess klient. 401 skulle betyda: inget längre.
    caption.registration-update = RFC 7592 §2.2 · Alla metadata skickas tillbaka med ändringarna. Svaret kan innehålla en ny hemlighet och en ny token, som sparas innan de gamla släpps.
    caption.logout = OpenID RP-Initiated Logout §2 · Sessionen hos servern avslutas.
    caption.unregister = RFC 7592 §2.3 · Appen ber servern att ta bort dess klient, med den token som den fick vid registreringen.
    caption.failure = Inget svar kom. Det som skickades visas; telefonen säger vad du kan göra.
    caption.application = RFC 7636 §4.5 · Applikationsservern löser in koden med en hemlighet som ingen telefon har. Verifieraren visar att appen som frågade också är den som skickar den, annars kunde vem som helst.
    caption.sign-up = RFC 6750 §2.1 · Applikationsservern skapar kontot efter att ha frågat identitetsservern vems token det är.
    caption.other = RFC 9110 §9 · En HTTP-begäran från appen.
    """#
}
