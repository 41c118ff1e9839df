extension German {
  static let phonesPhrases: StaticString = #"""
    phones.title = Telefone auf diesem Rechner
    phones.explanation = Jedes hat seinen eigenen Keystore und Browser. Den Identity-Server teilen sie.
    phones.choice = {mark} {name} · {condition}
    phones.condition.fresh = noch kein Client
    phones.condition.registered = Client {client}
    phones.condition.signed-in = angemeldet, {client}
    phones.condition.unopened = ausgeschaltet
    phones.condition.locked = verschlossen
    phones.condition.damaged = Keystore beschädigt
    phones.add = Telefon hinzufügen
    phones.clone = Telefon klonen
    phones.cloned = {to} hat eine Kopie von Keystore und Schlüssel von {from}: für den Server sind beide ein Client. Wird er widerrufen, sind beide draußen.
    key.phones = Telefone
    key.take = nehmen
    key.stay = hier bleiben
    error.phone_is_busy.title = dieses Telefon ist beschäftigt
    error.phone_is_busy.explanation = auf dem Telefon „{received}“ läuft noch etwas
    error.phone_is_busy.hint = warten Sie, bis es endet, oder brechen Sie es mit Esc ab
    error.too_many_phones.title = das sind genug Telefone
    error.too_many_phones.explanation = sechs Telefone gibt es schon; mehr passen nicht in diese Liste
    error.too_many_phones.hint = starten Sie dcr-terminal mit --device NAME für ein weiteres, oder entfernen Sie einen Ordner unter devices/
    error.phone_not_cloned.title = das Telefon wurde nicht geklont
    error.phone_not_cloned.explanation = {path}: {detail}
    error.phone_not_cloned.hint = sorgen Sie für Platz auf der Platte und Schreibrecht dort, dann versuchen Sie es nochmals
    """#
}
