extension German {
  static let appearancePhrases: StaticString = #"""
    appearance = Darstellung
    appearance.explanation = Für alle Telefone auf diesem Rechner und ihre Browser.
    appearance.theme = {mark} {name}
    theme.curity = Curity
    theme.high-contrast = Hoher Kontrast
    theme.light = Hell
    theme.mono = Einfarbig
    appearance.motion.on = Bewegung: an
    appearance.motion.off = Bewegung: aus
    key.take-theme = Farben übernehmen
    key.stop-motion = Bewegung abschalten
    key.start-motion = Bewegung erlauben
    error.preferences_not_saved.title = die Wahl wurde nicht behalten
    error.preferences_not_saved.explanation = sie gilt nur für diesen Lauf, denn {path} lässt sich nicht schreiben: {detail}
    error.preferences_not_saved.hint = sorgen Sie für Platz auf der Platte und Schreibrecht dort, dann wählen Sie nochmals
    error.preferences_damaged.title = die Vorlieben wurden nicht gelesen
    error.preferences_damaged.explanation = {path} ist nicht, was dieses Programm schreibt: {detail}
    error.preferences_damaged.hint = wählen Sie neu unter Einstellungen, Darstellung; dann wird die Datei neu geschrieben
    appearance.language = Sprache: {name}
    key.next-language = nächste Sprache
    """#
}
