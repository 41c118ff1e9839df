/// Why something of the panels was not written to a file.
extension ErrorText {
  static let exportErrors: [ErrorText] = [
    ErrorText(
      "export_no_space", "nothing was written", "there is no room for {path}",
      hint: "make room on the disk, then press the key again"),
    ErrorText(
      "export_unwritable", "nothing was written", "{path}: {detail}",
      hint: "see to it that you may write there, then press the key again"),
    ErrorText(
      "export_gone", "nothing was written", "message {detail} is no longer kept",
      hint: "choose another message"),
  ]
}

extension ErrorText {
  /// What `gallery` raises.
  public static let galleryErrors: [ErrorText] = [
    ErrorText(
      "gallery_folder_taken", "the gallery was not written",
      "{path} holds something else, or is the gallery to compare with",
      hint: "name a new folder, an empty one, or one that holds an older gallery"),
    ErrorText(
      "gallery_unwritable", "the gallery is not whole", "cannot write {path}: {detail}",
      hint: "name a folder that you may write to, with some 300 MB of room"),
    ErrorText(
      "gallery_nothing", "the gallery was not written", "no state's name holds “{received}”",
      hint: "leave --only out to see all names"),
    ErrorText(
      "gallery_before_unusable", "the gallery was not written", "{path} is no gallery: it has no gallery.json",
      hint: "name a folder that `dcr-terminal gallery --out` has written to the end"),
    ErrorText(
      "gallery_browser_unusable", "the gallery was not written", "{path} does not list its screens: {detail}",
      hint: "install dcr-terminal and dcr-browser of one version beside each other"),
  ]
}

extension ErrorText {
  /// What `--faults`, the configuration and `faults` raise.
  public static let faultErrors: [ErrorText] = [
    ErrorText(
      "fault_preset_unknown", "there are no such faults", "“{received}” is no preset",
      hint: "take one of {expected}, or name a fault file: its path has a dot or a slash"),
    ErrorText(
      "fault_file_unreadable", "the fault file cannot be read", "{path}: {detail}",
      hint: "name a file that you may read, or a preset that `dcr-terminal faults` lists"),
    ErrorText(
      "fault_file_wrong", "the fault file is wrong, and nothing of it was applied", "{path}, {detail}",
      hint:
        "correct the file; `dcr-terminal docs faults` describes it, and `dcr-terminal faults show disk-full` prints one"
    ),
    ErrorText(
      "rehearsal_failed", "the rehearsal stopped", "{subject} stopped at “{received}”: {detail}",
      hint: "see it with your own eyes: dcr-terminal script {path} --live"),
    ErrorText(
      "brand_file_unreadable", "the brand's file cannot be read", "{path}: {detail}",
      hint: "correct “brand” in the configuration: it is a path from the configuration's folder"),
    ErrorText(
      "brand_file_wrong", "the brand's file is wrong", "{path}, {detail}",
      hint: "correct the file; `dcr-terminal docs branding` describes it and has an example"),
  ]
}

extension ErrorText {
  /// What `replay` raises.
  public static let replayErrors: [ErrorText] = [
    ErrorText(
      "bundle_unreadable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "name a file evidence-….zip, as the key E writes it in the app"),
    ErrorText(
      "bundle_unusable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "take the file as the app wrote it, neither packed anew nor changed"),
    ErrorText(
      "bundle_wrong", "the evidence cannot be replayed", "{path}: {file}, line {line}: {detail}",
      hint: "take the file as the app wrote it; `dcr-terminal docs evidence` has the format"),
    ErrorText(
      "bundle_version", "the evidence cannot be replayed",
      "{path} is of version {received} of the format; this program knows version {expected}",
      hint: "replay it with the DCR Terminal that wrote it"),
    ErrorText(
      "bundle_not_replayable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "read what is in it; README.txt says what each file is"),
  ]
}

extension ErrorText {
  /// What `lessons` raises.
  public static let lessonErrors: [ErrorText] = [
    ErrorText(
      "lesson_file_unreadable", "the lesson cannot be read", "{path}: {detail}",
      hint: "name a file that you may read, or the id of a lesson that `dcr-terminal lessons list` has"),
    ErrorText(
      "lesson_file_wrong", "the lesson file is wrong", "{path}, {detail}",
      hint: "correct the file; `dcr-terminal docs lessons` describes it, and names the schema for editors"),
    ErrorText(
      "data_dir_missing", "there is no such data directory", "{path} is no folder",
      hint: "name the folder that --data-dir names when the app runs"),
    ErrorText(
      "lesson_failed", "the lab does not come out as it says", "{subject}, step {received}: {detail}",
      hint: "correct what {path} expects, or find out what has changed"),
    ErrorText(
      "lessons_none_done", "there is nothing to certify", "no lesson is done on the device {received} in {path}",
      hint: "`dcr-terminal lessons report` shows how far each device has come"),
    ErrorText(
      "certificate_unreadable", "the certificate cannot be read", "{path}: {detail}",
      hint: "name the file with the ending .jws that `dcr-terminal lessons certificate` has written"),
    ErrorText(
      "certificate_not_genuine", "the certificate is not genuine",
      "{path} was not signed with a key of {expected}, or has been changed since",
      hint: "name the data directory in which it was made with --data-dir, or the key set of its server with --keys"),
    ErrorText(
      "certificate_keys_unusable", "the key set cannot be used", "{path}: {detail}",
      hint: "name a file with the answer of the jwks_uri of the server that has signed the certificate"),
    ErrorText(
      "lesson_report_unwritable", "the page cannot be written", "{path}: {detail}",
      hint: "name a folder that you may write to"),
  ]
}
