import Programs
import ArgumentParser
import Faults

/// The option that switches faults on.
package struct FaultOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let this go wrong: a preset of `dcr-terminal faults`, or a fault file (with a dot or a slash in its path).",
      valueName: "preset|file"), completion: .faultPresets)
  package var faults: String?

  package init() {}

  /// The command line takes precedence over the configuration.
  package func plan(_ configuration: Configuration) throws(CommandError) -> FaultPlan {
    if let faults { return try FaultSource.plan(faults, issuer: configuration.issuer) }
    guard let faults = configuration.faults else { return .none }
    return try FaultSource.plan(faults, in: configuration.folder, issuer: configuration.issuer)
  }
}

extension CompletionKind {
  package static var faultPresets: CompletionKind {
    .custom { _, _, prefix in FaultPresets.names + CompletionNames.files(prefix, endingIn: ".json") }
  }
}
