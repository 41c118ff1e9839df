/// Why a bundle cannot be replayed, in words.
extension EvidenceObstacle {
  var words: String {
    switch self {
    case .tooLong: "its keys or states do not begin with the start of the app"
    case .severalPhones: "several phones were used"
    case .configuration:
      "another way to register, an application server, a template or further authorization parameters were configured"
    case .browser: "another browser than the in-app one was used"
    case .server: "another server than the embedded one was used"
    case .autoplay: "the app pressed its own keys (--autoplay)"
    case .lines: "the app was used in lines (--plain)"
    case .unfinished: "it was written before the app knew its keystore"
    }
  }
}

/// Why a file is not a bundle, in words.
extension ZipReader.Fault {
  var words: String {
    switch reason {
    case .notZip: "it is no zip file"
    case .truncated: "its end is missing, or something follows it"
    case .tooLarge: "it is larger than 64 MiB"
    case .tooMany: "it has more than 4000 members"
    case .compressed: "\(member) is compressed; evidence is not"
    case .encrypted: "\(member) is encrypted"
    case .split: "it is one part of several"
    case .badName: "a member has a name that leads elsewhere or is none"
    case .twice: "\(member) is there twice"
    case .overlapping: "\(member) lies in the middle of another member, or behind a gap"
    case .damaged: "\(member) is damaged: its check sum is another"
    case .contradictory: "its directories contradict each other \(member)"
    }
  }
}
