import Screens

/// The diagram as a picture: one self-contained SVG file, readable on light and dark backgrounds.
///
/// The registration has thin blue lines, the second login thick orange ones; every arrow has the number of its part.
package struct SVGText: Sendable {
  private let look: Look
  private static let rowHeight = 34
  private static let top = 92
  /// Positions of a single phone's lifelines; others stand as far apart as a label needs.
  private static let own = [110, 290, 540, 800]
  private static let (first, apart) = (110, 190)
  private static let results = 320
  private static let characterWidth = 7.2

  package init(look: Look) { self.look = look }

  package func text(_ log: MessageLog) -> String {
    let diagram = SequenceDiagram(log, look: look)
    let place = Place(diagram.lanes.map(\.lifeline))
    let height = SVGText.top + diagram.rows.count * SVGText.rowHeight + 24
    var parts = [head(diagram.title, place.width, height)]
    for lane in diagram.lanes { parts.append(self.lane(place.x(lane.lifeline), lane.name, height)) }
    for (index, row) in diagram.rows.enumerated() {
      let y = SVGText.top + index * SVGText.rowHeight
      switch row {
      case .heading(let part, let text): parts.append(heading(part, text, place.width, y))
      case .arrow(let arrow): parts.append(self.arrow(arrow, place, y))
      }
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private struct Place {
    private let places: [Lifeline: Int]

    init(_ lifelines: [Lifeline]) {
      let stands = lifelines == Lanes.own ? SVGText.own : lifelines.indices.map { SVGText.first + $0 * SVGText.apart }
      places = Dictionary(zip(lifelines, stands), uniquingKeysWith: { one, _ in one })
    }

    private var last: Int { places.values.max() ?? SVGText.first }
    var width: Int { last + SVGText.results }
    var result: Int { last + 16 }

    func x(_ lifeline: Lifeline) -> Int { places[lifeline] ?? SVGText.first }
  }

  private func head(_ title: String, _ width: Int, _ height: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" role="img" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="13">
    <title>\(SafeText.xml(title))</title>
    <style>
    .paper{fill:#ffffff}.ink{fill:#1c1c1e}.quiet{fill:#5c6068}.life{stroke:#b8bcc6}.card{fill:#eef0f5;stroke:#8a90a0}
    .a{stroke:#0a5ce0;stroke-width:1.5}.ah{fill:#0a5ce0}.b{stroke:#b45309;stroke-width:3.5}.bh{fill:#b45309}
    .good{fill:#1a7a3a}.bad{fill:#c4161c;font-weight:bold}.on{fill:#ffffff;font-weight:bold}
    @media (prefers-color-scheme: dark){
    .paper{fill:#16181d}.ink{fill:#e8eaf0}.quiet{fill:#a6abb8}.life{stroke:#4a505e}.card{fill:#262a33;stroke:#6b7280}
    .a{stroke:#6fb1ff}.ah{fill:#6fb1ff}.b{stroke:#f2a33a}.bh{fill:#f2a33a}
    .good{fill:#6fd99a}.bad{fill:#ff8a80}.on{fill:#16181d}}
    </style>
    <rect class="paper" fill="#ffffff" width="\(width)" height="\(height)"/>
    <text class="ink" x="24" y="28" font-size="16" font-weight="bold">\(SafeText.xml(title))</text>
    """
  }

  private func lane(_ x: Int, _ name: String, _ height: Int) -> String {
    """
    <line class="life" stroke="#b8bcc6" x1="\(x)" y1="74" x2="\(x)" y2="\(height - 12)" stroke-dasharray="3 4"/>
    <rect class="card" fill="#eef0f5" stroke="#8a90a0" x="\(x - 68)" y="44" width="136" height="30" rx="6"/>
    <text class="ink" x="\(x)" y="64" text-anchor="middle" font-weight="bold">\(SafeText.xml(name))</text>
    """
  }

  private func heading(_ part: MessagePart, _ text: String, _ width: Int, _ y: Int) -> String {
    let kind = part.kind == .authentication ? "b" : "a"
    return """
      <rect class="\(kind)h" x="16" y="\(y + 5)" width="\(width - 32)" height="24" rx="4"/>
      <text class="on" fill="#ffffff" x="28" y="\(y + 22)">\(SafeText.xml(text))</text>
      """
  }

  private func arrow(_ arrow: SequenceDiagram.Arrow, _ place: Place, _ y: Int) -> String {
    let (from, to) = (place.x(arrow.from), place.x(arrow.to))
    let kind = arrow.isLogin ? "b" : "a"
    let line = y + 26
    let step = from < to ? -1 : 1
    let room = Int(Double(abs(to - from) - 24) / SVGText.characterWidth)
    let middle = (from + to) / 2
    // In the middle of a long arrow a label would cross a lifeline, so it stands near the start.
    let labelX = abs(to - from) > 300 ? from - step * 115 : middle
    let label = SVGText.clipped(arrow.label, abs(to - from) > 300 ? 30 : room)
    var parts = [
      "<g><title>\(SafeText.xml("\(arrow.time) \(arrow.label) \(arrow.result)"))</title>",
      "<text class=\"quiet\" x=\"28\" y=\"\(line)\">\(arrow.part.map { String($0.number) } ?? "–") · \(arrow.number)</text>",
      "<line class=\"\(kind)\" stroke=\"#0a5ce0\" x1=\"\(from)\" y1=\"\(line)\" x2=\"\(to + step * 9)\" y2=\"\(line)\"/>",
      "<path class=\"\(kind)h\" d=\"M\(to) \(line) l\(step * 11) -6 v12 z\"/>",
      "<text class=\"ink\" x=\"\(labelX)\" y=\"\(line - 6)\" text-anchor=\"middle\">\(SafeText.xml(label))</text>",
    ]
    if !arrow.result.isEmpty {
      let result = SVGText.clipped(arrow.result, 42)
      parts.append(
        "<text class=\"\(arrow.failed ? "bad" : "good")\" x=\"\(place.result)\" y=\"\(line + 4)\" font-size=\"12\">\(SafeText.xml(result))</text>"
      )
    }
    return parts.joined(separator: "\n") + "\n</g>"
  }

  private static func clipped(_ text: String, _ room: Int) -> String {
    text.count <= room ? text : text.prefix(max(0, room - 1)) + "…"
  }
}
