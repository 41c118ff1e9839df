import Catalogue

/// Why a bundle is not replayed, in words.
extension EvidenceObstacle {
  var phrase: Phrase {
    switch self {
    case .tooLong: .bundleTooLong
    case .severalPhones: .bundleSeveralPhones
    case .configuration: .bundleConfiguration
    case .browser: .bundleBrowser
    case .server: .bundleServer
    case .autoplay: .bundleAutoplay
    case .unfinished: .bundleUnfinished
    }
  }
}

extension ZipReader.Fault {
  var phrase: Phrase {
    switch reason {
    case .notZip: .zipNotZip
    case .truncated: .zipTruncated
    case .tooLarge: .zipTooLarge
    case .tooMany: .zipTooMany
    case .compressed: .zipCompressed
    case .encrypted: .zipEncrypted
    case .split: .zipSplit
    case .badName: .zipBadName
    case .twice: .zipTwice
    case .overlapping: .zipOverlapping
    case .damaged: .zipDamaged
    case .contradictory: .zipContradictory
    }
  }
}
