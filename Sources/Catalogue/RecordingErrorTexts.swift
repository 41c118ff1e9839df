extension ErrorText {
  /// What `record` and `play` raise.
  public static let recordingErrors: [ErrorText] = [
    ErrorText(
      "record_needs_terminal", "the recording cannot start", "standard input or output is not a terminal",
      hint: "run it in a terminal window; what it shows is what is recorded"),
    ErrorText(
      "recording_exists", "the recording cannot start", "{path} is there already",
      hint: "name another file, or write over this one with --force"),
    ErrorText(
      "recording_unwritable", "the recording cannot start", "cannot write to {path}: {detail}",
      hint: "name a file in a folder that you may write to"),
    ErrorText(
      "recording_incomplete", "the recording is not whole", "cannot write to {path} any more: {detail}",
      hint: "make room and record again; what the file holds until then can be played"),
    ErrorText(
      "pseudo_terminal_missing", "the recording cannot start", "the system gives no pseudo-terminal: {detail}",
      hint: "close other terminals, or see that /dev/pts is mounted"),
    ErrorText(
      "recording_unreadable", "the recording cannot be played", "{path}: {detail}",
      hint: "name a recording, such as dcr-terminal record FILE writes it"),
    ErrorText(
      "recording_version", "the recording cannot be played",
      "{path} is an asciicast of version {received}; this program plays version 2",
      hint: "convert it with asciinema convert --output-format asciicast-v2"),
    ErrorText(
      "recording_unusable", "the recording cannot be played", "{path}, line {field}: {detail}",
      hint: "name a recording in the format asciicast v2, whole as it was written"),
  ]
}
