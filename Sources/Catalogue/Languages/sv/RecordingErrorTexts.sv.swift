extension Swedish {
  static let recordingErrorTexts: StaticString = #"""
    error.record_needs_terminal.title = inspelningen kan inte börja
    error.record_needs_terminal.explanation = standard in eller standard ut är ingen terminal
    error.record_needs_terminal.hint = kör i ett terminalfönster; det som visas är det som spelas in
    error.recording_exists.title = inspelningen kan inte börja
    error.recording_exists.explanation = {path} finns redan
    error.recording_exists.hint = ange en annan fil, eller skriv över den här med --force
    error.recording_unwritable.title = inspelningen kan inte börja
    error.recording_unwritable.explanation = det går inte att skriva i {path}: {detail}
    error.recording_unwritable.hint = ange en fil i en mapp som du får skriva i
    error.recording_incomplete.title = inspelningen är inte hel
    error.recording_incomplete.explanation = det går inte längre att skriva i {path}: {detail}
    error.recording_incomplete.hint = gör plats och spela in igen; det som filen innehåller dittills kan spelas upp
    error.pseudo_terminal_missing.title = inspelningen kan inte börja
    error.pseudo_terminal_missing.explanation = systemet ger ingen pseudoterminal: {detail}
    error.pseudo_terminal_missing.hint = stäng andra terminaler, eller se till att /dev/pts är monterat
    error.recording_unreadable.title = inspelningen kan inte spelas upp
    error.recording_unreadable.explanation = {path}: {detail}
    error.recording_unreadable.hint = ange en inspelning, som dcr-terminal record FILE skriver den
    error.recording_version.title = inspelningen kan inte spelas upp
    error.recording_version.explanation = {path} är en asciicast av version {received}; programmet spelar version 2
    error.recording_version.hint = konvertera den med asciinema convert --output-format asciicast-v2
    error.recording_unusable.title = inspelningen kan inte spelas upp
    error.recording_unusable.explanation = {path}, rad {field}: {detail}
    error.recording_unusable.hint = ange en inspelning i formatet asciicast v2, hel som den skrevs
    """#
}
