package enum Suggestion {
  /// The names that contain the word, or differ from it in few letters; all, if there is none.
  /// - Parameter slips: how many letters may differ, however short the word is.
  package static func text(_ word: String, _ names: [String], slips: Int = 1) -> String {
    let near = near(word, names, slips: slips)
    return (near.isEmpty ? names : near).joined(separator: ", ")
  }

  package static func near(_ word: String, _ names: [String], slips: Int = 1) -> [String] {
    let word = String(word.lowercased().prefix(64))
    return names.filter {
      let name = $0.lowercased()
      return (word.count > 2 && name.byteRange(of: word) != nil)
        || distance(word, name) <= max(slips, min(word.count, name.count) / 3)
    }
  }

  package static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var costs = Array(0...second.count)
    for (place, letter) in first.enumerated() { step(&costs, from: place + 1, to: second, letter) }
    return costs[second.count]
  }

  /// Adds a letter to the text whose costs of becoming each beginning of `wanted` are known.
  /// - Parameter start: the cost of becoming the empty beginning.
  package static func step(_ costs: inout [Int], from start: Int, to wanted: [Character], _ letter: Character) {
    var corner = costs[0]
    costs[0] = start
    for i in wanted.indices {
      let above = costs[i + 1]
      costs[i + 1] = min(costs[i] + 1, above + 1, corner + (wanted[i] == letter ? 0 : 1))
      corner = above
    }
  }
}
