extension Swedish {
  static let phonesPhrases: StaticString = #"""
    phones.title = Telefoner på den här datorn
    phones.explanation = Var och en har ett eget nyckellager och en egen webbläsare. De delar identitetsservern.
    phones.choice = {mark} {name} · {condition}
    phones.condition.fresh = ingen klient än
    phones.condition.registered = klient {client}
    phones.condition.signed-in = inloggad, {client}
    phones.condition.unopened = avstängd
    phones.condition.locked = låst
    phones.condition.damaged = nyckellagret skadat
    phones.add = Lägg till telefon
    phones.clone = Klona telefonen
    phones.cloned = {to} har en kopia av nyckellager och nyckel från {from}: för servern är båda en klient. Återkalla den, och båda är ute.
    key.phones = telefoner
    key.take = ta den
    key.stay = stanna här
    error.phone_is_busy.title = telefonen är upptagen
    error.phone_is_busy.explanation = något pågår på telefonen ”{received}”
    error.phone_is_busy.hint = vänta tills det är klart, eller avbryt det med Esc
    error.too_many_phones.title = det räcker med telefoner
    error.too_many_phones.explanation = det finns redan sex telefoner, och fler ryms inte i listan
    error.too_many_phones.hint = starta dcr-terminal med --device NAME för en till, eller ta bort en mapp under devices/
    error.phone_not_cloned.title = telefonen klonades inte
    error.phone_not_cloned.explanation = {path}: {detail}
    error.phone_not_cloned.hint = se till att disken har plats och att du får skriva där, och försök sedan igen
    """#
}
