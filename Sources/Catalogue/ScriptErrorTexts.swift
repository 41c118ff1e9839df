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
