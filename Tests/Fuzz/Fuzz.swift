import Glibc

/// Reads any bytes with one parser, and stops the program where the parser breaks a promise. A refusal is a valid result.
typealias Trial = @Sendable (_ input: [UInt8]) throws -> Void

/// `scripts/sanitize` runs this for each parser, named by the environment variable PARSER. libFuzzer takes the arguments.
@main enum Fuzz {
  static let trials: [String: Trial] = [
    "age-header": tryAgeHeader, "age-payload": tryAgePayload, "cast": tryCast, "check-run": tryCheckRun,
    "config": tryConfiguration, "cookie": tryCookie, "cookie-jar": tryCookieJar, "evidence": tryEvidence,
    "faults": tryFaults, "form": tryForm,
    "html": tryPage, "json": tryJSON, "jws": tryJWS, "key-proof": tryKeyProof, "lesson": tryLesson,
    "script": tryScript, "terminal-input": tryTerminalInput, "url": tryURL, "zip": tryZip,
  ]

  static let chosen: Trial? = getenv("PARSER").flatMap { trials[String(cString: $0)] }

  static func main() {
    guard chosen != nil else {
      print(trials.keys.sorted().joined(separator: "\n"))
      exit(64)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runLibFuzzer(&count, &arguments, tryInput))
  }
}

/// Ends the program; libFuzzer takes that for a crash and keeps the input.
func promise(_ isKept: Bool, _ promise: StaticString, file: StaticString = #file, line: UInt = #line) {
  guard isKept else { fatalError("broken promise: \(promise)", file: file, line: line) }
}

/// libFuzzer's own main requires this name; nothing calls it here.
@_cdecl("LLVMFuzzerTestOneInput") func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  try? Fuzz.chosen?(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver") private func runLibFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
