import Programs
import Workshop
import FoundationEssentials
import TerminalUI

/// Writes the pictures of scripts: a folder for each script, each picture as text and as SVG.
package struct ScriptPictures {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// - Throws: `script_unwritable`.
  package func write(_ canvas: Canvas, of script: Script, name: String) throws(CommandError) {
    let own = "\(folder)/\(script.id)"
    do {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    } catch {
      throw CommandError(.scriptUnwritable, ["path": own, "detail": AbsolutePath.reason(of: error)])
    }
    try ScriptPictures.save(canvas.text + "\n", to: "\(own)/\(name).txt")
    let style = PictureStyle.all[0]
    try ScriptPictures.save(
      CanvasPicture(canvas).svg(style, title: "\(script.title): \(name)"), to: "\(own)/\(name).svg")
  }

  package static func save(_ text: String, to path: String) throws(CommandError) {
    do throws(ExportProblem) { try ExportWriter.save(text, to: path) } catch {
      throw CommandError(.scriptUnwritable, ["path": error.path, "detail": error.detail])
    }
  }
}
