extension Swedish {
  static let userAgentPhrases: StaticString = #"""
    manual.open-this = Öppna adressen i en webbläsare, på vilken dator som helst:
    manual.tunnel = Om webbläsaren körs på en annan dator än programmet, kör först detta där, så att dess omdirigering kommer hit:
    manual.paste = Till slut skickas webbläsaren till en adress som börjar med {uri}\nKopiera adressen från webbläsaren, klistra in den här och tryck på Enter. Den innehåller en kod, så den visas inte.\nBara Enter avbryter.
    manual.prompt = Adress: 
    manual.not-the-answer = Det är adressen till en annan inloggning: dess state är inte den här begärans.\nSlutför inloggningen på adressen ovan och klistra in den som den slutar med, eller tryck bara på Enter för att avbryta.\nAdress:
    manual.not-the-redirect = Det är inte adressen: den måste börja med {uri}\nKlistra in den igen, eller tryck bara på Enter för att avbryta.\nAdress:
    loopback.title = Du kan gå tillbaka till appen
    loopback.text = DCR Terminal har fått webbläsarens svar. Du kan stänga sidan.
    loopback.stray.title = Här finns inget att se
    loopback.stray.text = DCR Terminal väntar på den här adressen på slutet av en inloggning, och inget annat.
    """#
}
