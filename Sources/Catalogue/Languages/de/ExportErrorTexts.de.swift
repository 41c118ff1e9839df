extension German {
  static let exportErrorTexts: StaticString = #"""
    error.export_no_space.title = nichts wurde geschrieben
    error.export_no_space.explanation = für {path} ist kein Platz
    error.export_no_space.hint = machen Sie Platz auf der Platte, dann drücken Sie die Taste nochmals
    error.export_unwritable.title = nichts wurde geschrieben
    error.export_unwritable.explanation = {path}: {detail}
    error.export_unwritable.hint = sorgen Sie dafür, dass Sie dort schreiben dürfen, dann drücken Sie die Taste nochmals
    error.export_gone.title = nichts wurde geschrieben
    error.export_gone.explanation = Nachricht {detail} ist nicht mehr da
    error.export_gone.hint = wählen Sie eine andere Nachricht
    """#
}
