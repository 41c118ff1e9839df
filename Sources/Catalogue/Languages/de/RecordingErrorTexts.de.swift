extension German {
  static let recordingErrorTexts: StaticString = #"""
    error.record_needs_terminal.title = die Aufnahme kann nicht beginnen
    error.record_needs_terminal.explanation = Standardeingabe oder -ausgabe ist kein Terminal
    error.record_needs_terminal.hint = starten Sie in einem Terminalfenster; aufgenommen wird, was es zeigt
    error.recording_exists.title = die Aufnahme kann nicht beginnen
    error.recording_exists.explanation = {path} gibt es schon
    error.recording_exists.hint = nennen Sie eine andere Datei, oder überschreiben Sie diese mit --force
    error.recording_unwritable.title = die Aufnahme kann nicht beginnen
    error.recording_unwritable.explanation = nach {path} lässt sich nicht schreiben: {detail}
    error.recording_unwritable.hint = nennen Sie eine Datei in einem Ordner, in den Sie schreiben dürfen
    error.recording_incomplete.title = die Aufnahme ist nicht vollständig
    error.recording_incomplete.explanation = nach {path} lässt sich nicht mehr schreiben: {detail}
    error.recording_incomplete.hint = machen Sie Platz und nehmen Sie neu auf; was die Datei bis dahin enthält, lässt sich abspielen
    error.pseudo_terminal_missing.title = die Aufnahme kann nicht beginnen
    error.pseudo_terminal_missing.explanation = das System gibt kein Pseudoterminal: {detail}
    error.pseudo_terminal_missing.hint = schließen Sie andere Terminals, oder sorgen Sie dafür, dass /dev/pts eingehängt ist
    error.recording_unreadable.title = die Aufnahme lässt sich nicht abspielen
    error.recording_unreadable.explanation = {path}: {detail}
    error.recording_unreadable.hint = nennen Sie eine Aufnahme, wie dcr-terminal record FILE sie schreibt
    error.recording_version.title = die Aufnahme lässt sich nicht abspielen
    error.recording_version.explanation = {path} ist ein asciicast der Version {received}; dieses Programm spielt Version 2
    error.recording_version.hint = wandeln Sie sie um mit asciinema convert --output-format asciicast-v2
    error.recording_unusable.title = die Aufnahme lässt sich nicht abspielen
    error.recording_unusable.explanation = {path}, Zeile {field}: {detail}
    error.recording_unusable.hint = nennen Sie eine Aufnahme im Format asciicast v2, vollständig, wie sie geschrieben wurde
    """#
}
