/// `script`: the command, and what it says of scripts and their failures.
extension Phrase {
  public static let optionMirror = Phrase(
    "option.mirror", "Tell this FIFO what is shown, for a script that waits for it.")

  // MARK: Results
  public static let scriptPassed = Phrase("script.passed", "ok    {id}: {title} ({seconds} s)")
  public static let scriptFailed = Phrase("script.failed", "FAIL  {id}: {title} ({seconds} s)")
  public static let scriptSummary = Phrase("script.summary", "{passed} passed, {failed} failed, in {seconds} s")
  public static let scriptExpected = Phrase("script.expected", "  expected: {expected}")
  public static let scriptActual = Phrase("script.actual", "  actual:   {actual}")
  public static let scriptNearest = Phrase("script.nearest", "  nearest:  row {row}, column {column}: “{text}”")
  public static let scriptNoScreen = Phrase("script.no-screen", "  The app has shown nothing yet.")
  public static let scriptAppEnded = Phrase("script.app-ended", "the app has ended with exit code {code}")
  public static let scriptWantsKeys = Phrase("script.wants.keys", "an app that reads what is typed")
  public static let scriptWantsExit = Phrase("script.wants.exit", "the end of the app, with exit code {code}")
  public static let scriptWantsOtherExit = Phrase(
    "script.wants.other-exit", "the end of the app, with another exit code than {code}")
  public static let scriptWantsCommand = Phrase("script.wants.command", "that dcr-terminal {command} succeeds")
  public static let scriptWantsFailure = Phrase(
    "script.wants.failure", "that dcr-terminal {command} ends with exit code {code}")
  public static let scriptCommandEnded = Phrase("script.command-ended", "it ended with exit code {code}")
  public static let scriptCommandRan = Phrase("script.command-ran", "it ran on, and was ended")

  // MARK: What is wrong with a script
  public static let scriptTooLong = Phrase("script.fault.too-long", "it is longer than 256 KiB or 5000 lines")
  public static let scriptNotText = Phrase("script.fault.not-text", "this is no text in UTF-8")
  public static let scriptControlCharacter = Phrase("script.fault.control", "a control character stands here")
  public static let scriptEmpty = Phrase("script.fault.empty", "nothing is played")
  public static let scriptOpenQuote = Phrase("script.fault.open-quote", "this quotation has no end")
  public static let scriptNoSpace = Phrase("script.fault.no-space", "something follows a quotation without a space")
  public static let scriptUnknownEscape = Phrase(
    "script.fault.escape", "only \\\" and \\\\ mean something after a backslash")
  public static let scriptUnknownStep = Phrase("script.fault.step", "“{received}” is no step")
  public static let scriptUnknownKey = Phrase("script.fault.key", "“{received}” is no key")
  public static let scriptUnknownCondition = Phrase(
    "script.fault.condition", "“{received}” is nothing that can be expected")
  public static let scriptWrongName = Phrase(
    "script.fault.name", "“{received}” is none of the names that can stand here")
  public static let scriptWrongNumber = Phrase("script.fault.number", "“{received}” is no number that can stand here")
  public static let scriptWrongSize = Phrase("script.fault.size", "“{received}” is no size")
  public static let scriptWrongValue = Phrase(
    "script.fault.value", "“{received}” is no JSON value, or the name before it is none")
  public static let scriptWrongOption = Phrase(
    "script.fault.option", "“{received}” is no option that a script may give here")
  public static let scriptProgram = Phrase(
    "script.fault.program", "“{received}” would start a program of this computer")
  public static let scriptServer = Phrase("script.fault.server", "“{received}” is not the device's own server")
  public static let scriptWrongTarget = Phrase("script.fault.target", "“{received}” is changed by its members")
  public static let scriptReservedOption = Phrase("script.fault.reserved-option", "“{received}” is the script's own")
  public static let scriptMissingWord = Phrase("script.fault.missing", "something is missing after “{after}”")
  public static let scriptTooMuch = Phrase("script.fault.too-much", "“{received}” is too much")
  public static let scriptWrongPath = Phrase(
    "script.fault.path", "“{received}” leads out of the device's folder, or nowhere")
  public static let scriptEmptyText = Phrase("script.fault.empty-text", "an empty text is on every screen")
  public static let scriptSetupTooLate = Phrase("script.fault.too-late", "the app has been started already")
  public static let scriptSetupTwice = Phrase("script.fault.twice", "“{received}” stands here for the second time")
  public static let scriptPictureTwice = Phrase("script.fault.picture-twice", "there is a picture “{received}” already")

  public static let scriptHintSplit = Phrase("script.hint.split", "make several scripts of it")
  public static let scriptHintText = Phrase("script.hint.text", "write the file with a text editor, as UTF-8")
  public static let scriptHintEmpty = Phrase("script.hint.empty", "begin with a step, e.g. expect screen registration")
  public static let scriptHintQuote = Phrase("script.hint.quote", "write texts with spaces as \"Start Registration\"")
  public static let scriptHintNames = Phrase("script.hint.names", "one of: {expected}")
  public static let scriptHintKeys = Phrase(
    "script.hint.keys", "a single character, ctrl-a to ctrl-z, or one of: {expected}; down*3 is three times")
  public static let scriptHintCondition = Phrase(
    "script.hint.condition", "a text in quotation marks, or one of: {expected}")
  public static let scriptHintRange = Phrase("script.hint.range", "a number from {low} to {high}")
  public static let scriptHintSize = Phrase("script.hint.size", "columns x rows, e.g. 80x24, at most 500x200")
  public static let scriptHintValue = Phrase(
    "script.hint.value", "e.g. config silentStart true, or config scope \"openid\"")
  public static let scriptHintPath = Phrase(
    "script.hint.path", "a path within the device's folder, e.g. data/devices/phone/keystore.age or config.json")
  public static let scriptHintFolderPath = Phrase(
    "script.hint.folder-path", "a path within the device's folder, e.g. @folder/report")
  public static let scriptHintAllowPrograms = Phrase(
    "script.hint.allow-programs", "if you trust the script, allow it: dcr-terminal script --allow-programs")
  public static let scriptHintAllowServers = Phrase(
    "script.hint.allow-servers",
    """
    write https://localhost:@port/…, or a name that ends in .example; if you trust the script, allow it: \
    dcr-terminal script --allow-servers
    """)
  public static let scriptHintMode = Phrase("script.hint.mode", "three octal digits, e.g. 644")
  public static let scriptHintOption = Phrase("script.hint.option", "options of run, e.g. option --ascii --theme light")
  public static let scriptHintMissing = Phrase("script.hint.missing", "add {expected}")
  public static let scriptHintTooMuch = Phrase(
    "script.hint.too-much", "leave it out, or put the whole text into quotation marks")
  public static let scriptHintSetupFirst = Phrase("script.hint.setup-first", "move the line before the first step")
  public static let scriptHintOnce = Phrase("script.hint.once", "leave one of them out")
  public static let scriptHintOtherName = Phrase("script.hint.other-name", "give each picture a name of its own")
  public static let scriptHintPictureName = Phrase(
    "script.hint.picture-name", "small letters, digits and hyphens, at most 60")

  public static let scriptExpectedStep = Phrase("script.expected.step", "a step")
  public static let scriptExpectedText = Phrase("script.expected.text", "a text")
  public static let scriptExpectedKey = Phrase("script.expected.key", "a key, e.g. enter")
  public static let scriptExpectedUser = Phrase(
    "script.expected.user", "a user name and a password, e.g. demouser Password1")
  public static let scriptExpectedPassword = Phrase("script.expected.password", "a password")
  public static let scriptExpectedSeconds = Phrase("script.expected.seconds", "a number of seconds")
  public static let scriptExpectedSize = Phrase("script.expected.size", "a size, e.g. 80x24")
  public static let scriptExpectedLanguage = Phrase("script.expected.language", "a language, e.g. de")
  public static let scriptExpectedDevice = Phrase("script.expected.device", "a device, e.g. registered")
  public static let scriptExpectedMember = Phrase(
    "script.expected.member", "a member of config.json, e.g. silentStart true")
  public static let scriptExpectedValue = Phrase("script.expected.value", "its value as JSON")
  public static let scriptExpectedCommand = Phrase("script.expected.command", "a command, e.g. clients revoke @client")
  public static let scriptExpectedPicture = Phrase("script.expected.picture", "a name for the picture")
  public static let scriptExpectedCondition = Phrase(
    "script.expected.condition", "what is expected, e.g. screen registration or \"a text\"")
  public static let scriptExpectedName = Phrase("script.expected.name", "a name")
  public static let scriptExpectedPage = Phrase("script.expected.page", "a page, e.g. login")
  public static let scriptExpectedPath = Phrase("script.expected.path", "a file, e.g. data/devices/phone/device.key")
  public static let scriptExpectedMode = Phrase("script.expected.mode", "its mode, e.g. 644")
  public static let scriptExpectedExit = Phrase("script.expected.exit", "an exit code, e.g. 0")
}

extension ErrorText {
  /// What `script` raises.
  public static let scriptErrors: [ErrorText] = [
    ErrorText("script_unusable", "the script cannot be played", "{path}:{field}: {detail}", hint: "{expected}"),
    ErrorText(
      "script_unreadable", "the script cannot be played", "{path}: {detail}",
      hint: "name a file, a folder with *.script files, or a name that dcr-terminal script --list shows"),
    ErrorText(
      "script_folder_empty", "there is nothing to play", "{path} holds no file whose name ends in .script",
      hint: "name a folder with scripts, or the files themselves"),
    ErrorText(
      "script_folder_unwritable", "the script cannot be played", "cannot make {path}: {detail}",
      hint: "see to it that you may write to the folder for temporary files, and that it has some 20 MB of room"),
    ErrorText(
      "script_device_failed", "the device for the script cannot be made", "{detail}",
      hint: "run dcr-terminal doctor; the script itself was not played"),
    ErrorText(
      "script_no_client", "the command was not run", "this device has no client, which @client stands for",
      hint: "register first, or begin with device registered"),
    ErrorText(
      "script_no_evidence", "the command was not run", "this device has written no bundle, which @evidence stands for",
      hint: "press E before it"),
    ErrorText(
      "script_file_failed", "the file was not changed", "{path}: {detail}",
      hint: "name a file of the device by its path in the device's folder"),
    ErrorText(
      "script_needs_terminal", "the scripts cannot be shown", "standard output is not a terminal",
      hint: "run it in a terminal window, or leave --live out"),
    ErrorText(
      "script_needs_room", "the scripts cannot be shown", "they need {expected}, but this terminal is {received}",
      hint: "enlarge it, or leave --live out"),
    ErrorText(
      "script_unwritable", "the results are not whole", "cannot write {path}: {detail}",
      hint: "name a file in a folder that you may write to"),
  ]
}
