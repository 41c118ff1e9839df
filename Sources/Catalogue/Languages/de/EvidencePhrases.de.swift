extension German {
  static let evidencePhrases: StaticString = #"""
    key.evidence = Belege sichern
    evidence.title = Belege
    evidence.done = Geschrieben für alle, die der Sache nachgehen:
    evidence.size = {size} kB
    evidence.holds = Bildschirme der letzten Minute, Tasten, Nachrichten, Zustände und Versionen; nichts Geheimes.
    """#
}
