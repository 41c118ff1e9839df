extension Swedish {
  static let evidencePhrases: StaticString = #"""
    key.evidence = spara underlag
    evidence.title = Underlag
    evidence.done = Sparat för den som undersöker saken:
    evidence.size = {size} kB
    evidence.holds = Skärmar från den senaste minuten, tangenter, meddelanden, tillstånd och versioner; inget hemligt.
    """#
}
