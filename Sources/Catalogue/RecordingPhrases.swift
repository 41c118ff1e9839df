/// What `record` and `play` say.
extension Phrase {
  public static let recordDone = Phrase(
    "record.done", "Recorded {seconds} s to {path}\nPlay it with: dcr-terminal play {path}")
  public static let recordAppKilled = Phrase("record.app-killed", "the app was ended by signal {signal}")

  public static let wrongSpeed = Phrase("usage.speed", "--speed is a number from 0.01 to 1000, such as 2 or 0.5")
  public static let wrongIdleLimit = Phrase(
    "usage.idle-limit", "--idle-limit is a number of seconds from 0.001 to 86400, such as 2 or 0.5")
  public static let playTooSmall = Phrase(
    "play.too-small",
    """
    The recording is {needed}, but this terminal is {size}.
    Enlarge it, or press
      Enter  to play it all the same, cut and broken
      q      to quit
    """)

  // MARK: Why a file is no recording
  public static let castEmpty = Phrase("cast.empty", "the file is empty")
  public static let castNoHeader = Phrase(
    "cast.no-header", "the first line is no header: a JSON object with version, width and height")
  public static let castSize = Phrase("cast.size", "width and height must be whole numbers from 1 to 2000")
  public static let castMember = Phrase("cast.member", "“{received}” in the header is not what the format says")
  public static let castEvent = Phrase(
    "cast.event", "an event is a JSON array of a time, a kind and a text, such as [1.5,\"o\",\"hello\"]")
  public static let castTime = Phrase("cast.time", "a time is a number of seconds from 0 to 8640000")
  public static let castBackwards = Phrase("cast.backwards", "the time is before the one of the event above")
  public static let castResize = Phrase("cast.resize", "a size is columns x rows, such as 80x24, each from 1 to 2000")
  public static let castLongLine = Phrase("cast.long-line", "the line is longer than 1 MiB")
  public static let castLongFile = Phrase("cast.long-file", "the file is larger than 64 MiB")
  public static let castManyEvents = Phrase("cast.many-events", "there are more than 1000000 events")
}

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
