import Automation
import TerminalUI

/// Plays the presentations of docs/presenting.md, key by key, with the real app, browser and server, in a temporary data directory.
@MainActor package struct Rehearsal {
  /// The size of the terminal for the presentation, so that missing room is noticed.
  package let size: Size
  /// The app's configuration; `nil`: the shipped one.
  package let configuration: Configuration?

  package init(size: Size, configuration: Configuration?) { (self.size, self.configuration) = (size, configuration) }

  package static let shows = [
    ("show-five-minutes", "the five minutes"), ("show-fifteen-minutes", "the fifteen minutes"),
  ]

  package func findings(_ begin: (String) -> Void) async throws(CommandError) -> [Finding] {
    let devices = try ScriptDevices()
    defer { devices.remove() }
    let runner = ScriptRunner(devices, observer: NoObserver(), pace: .atOnce, pictures: nil)
    var findings: [Finding] = []
    for (name, title) in Rehearsal.shows {
      guard let script = script(name), !Interruption.hasCome else { continue }
      begin(title)
      findings.append(finding(try await runner.play(script), name, title))
    }
    return findings
  }

  /// The script at the presentation's size, with the members of the configuration that change what is seen or granted.
  private func script(_ name: String) -> Script? {
    guard let file = BuiltInScripts.files.first(where: { $0.name == name + ScriptLibrary.ending }),
      var script = try? ScriptReader.read(file.bytes, path: file.name, confinement: .whole)
    else { return nil }
    script.setup.size = size
    guard let configuration else { return script }
    script.setup.configuration["scope"] = .string(configuration.scope)
    for member in ["lifetimes", "policies", "limits"] {
      script.setup.configuration["embeddedServer.\(member)"] = configuration.document["embeddedServer"]?[member]
    }
    return script
  }

  private func finding(_ result: ScriptResult, _ name: String, _ title: String) -> Finding {
    let check = name.replacingBytes(of: "-", with: "_")
    guard let failure = result.failure else {
      let seconds = FixedPoint.text(result.seconds, digits: 0)
      return Finding(
        .stage, check, .ok, "\(title) were played to their end at \(size.width)x\(size.height), in \(seconds) s")
    }
    let (expected, seen) = (failure.expected, failure.seen)
    return Finding(
      .stage, check,
      CommandError(
        .rehearsalFailed,
        ["subject": title, "received": failure.step.text, "expected": expected, "detail": seen, "path": name]))
  }
}
