extension Swedish {
  static let errorText: StaticString = #"""
    error.server_error_of_its_own.title = servern rapporterade ett fel
    error.server_error_of_its_own.explanation = den svarade {code} {description}
    error.server_error_of_its_own.hint = läs utbytet i panelen Meddelanden, eller fråga den som driver servern
    """#
}
