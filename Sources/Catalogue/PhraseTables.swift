extension Phrase {
  /// Phrases that stand in tables and are found by a name that is known only while the program runs. The test of the
  /// translations cannot read them in the sources as it reads the others, so a new table has to be named here.
  static var tabled: [Phrase] {
    var phrases = Array(parameters.values) + Array(claimTable.values) + Array(claims.values)
    phrases += AdministrationText.allCases.map(\.phrase) + protocolTerms + Array(serverNotes.values)
    return phrases + (ErrorText.all + [ErrorText.general]).flatMap { [$0.title, $0.explanation, $0.hint] }
  }
}
