/// What `record` and `play` say.
extension Phrase {
  public static let recordAbstract = Phrase(
    "command.record", "Show the app in presenter mode and record what it shows.")
  public static let recordDiscussion = Phrase(
    "command.record.discussion",
    """
    FILE is an asciinema recording (asciicast v2), for you alone; play it with dcr-terminal play or asciinema play. \
    Secrets are masked, and what you type is not recorded. The exit code is the app's; 73 when the recording could not be written to \
    its end, which does not stop the app.
    """)
  public static let recordRunOptions = Phrase("command.record.run-options", "Options of run")
  public static let argumentRecording = Phrase("argument.recording", "The recording to write, e.g. demo.cast.")
  public static let optionForce = Phrase("option.force", "Write over a file that is there.")
  public static let optionRecordIdleLimit = Phrase(
    "option.record.idle-limit", "Note in the recording that players make no longer pause than this.")
  public static let optionMarkers = Phrase(
    "option.markers", "Say between the pictures where each part of the show begins, for a recorder.")
  public static let recordDone = Phrase(
    "record.done", "Recorded {seconds} s to {path}\nPlay it with: dcr-terminal play {path}")
  public static let recordAppKilled = Phrase("record.app-killed", "the app was ended by signal {signal}")

  public static let playAbstract = Phrase("command.play", "Play a recording (asciicast v2) on this terminal.")
  public static let playDiscussion = Phrase(
    "command.play.discussion",
    """
    Keys: Space pauses and goes on, . or → shows the next picture, + and - change the speed, ] and [ go to the next and the \
    previous marker, g goes back to the start, q quits. \
    At the end the last picture stays. Colours, cursor and erasing reach the terminal; titles, clipboard, questions to the terminal and the like do \
    not. Where standard output is no terminal, everything is written to it at once, as asciinema cat does.
    """)
  public static let argumentPlayedRecording = Phrase("argument.played-recording", "The recording to play.")
  public static let optionSpeed = Phrase("option.speed", "How many times as fast, from 0.01 to 1000.")
  public static let optionPlayIdleLimit = Phrase(
    "option.play.idle-limit", "The longest pause. (default: the recording's own, if it has one)")
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
