extension Swedish {
  static let exportErrorTexts: StaticString = #"""
    error.export_no_space.title = inget skrevs
    error.export_no_space.explanation = det finns ingen plats för {path}
    error.export_no_space.hint = gör plats på disken och tryck sedan på tangenten igen
    error.export_unwritable.title = inget skrevs
    error.export_unwritable.explanation = {path}: {detail}
    error.export_unwritable.hint = se till att du får skriva där och tryck sedan på tangenten igen
    error.export_gone.title = inget skrevs
    error.export_gone.explanation = meddelande {detail} finns inte kvar
    error.export_gone.hint = välj ett annat meddelande
    """#
}
