extension German {
  static let errorText: StaticString = #"""
    error.server_error_of_its_own.title = der Server meldete einen Fehler
    error.server_error_of_its_own.explanation = er antwortete {code} {description}
    error.server_error_of_its_own.hint = lesen Sie den Austausch im Panel Nachrichten, oder fragen Sie die Betreiber des Servers
    """#
}
