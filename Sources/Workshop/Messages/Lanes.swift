import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The positions of the diagram's lifelines.
struct Lanes {
  struct Lane {
    var lifeline: Lifeline
    var x: Int
  }

  /// From left to right.
  var all: [Lane]
  /// Where results start, right of the last lane.
  var result: Int
  let hasPhones: Bool
  private let isCompact: Bool
  /// Whether these are the lifelines of a single phone, perhaps with an administrator: their names fit.
  let isOwn: Bool
  private let hasShortNames: Bool

  /// From this panel height on, the diagram stays visible above the opened message.
  static let aboveMessage = 36

  /// - Parameters:
  ///   - present: the lifelines that sent or received something.
  ///   - ofPhone: those of a phone belong to the diagram even if unused.
  init(_ width: Int, _ present: [Lifeline], ofPhone: Bool = true) {
    isCompact = width < 52
    let lifelines = Lanes.ordered(present, ofPhone: ofPhone)
    hasPhones = Set(lifelines.compactMap(\.phone)).count > 1
    let isAdministered = lifelines.last?.party == .administrator && width >= 44
    isOwn = (isAdministered ? lifelines.dropLast() : lifelines[...]) == Lanes.own[...]
    hasShortNames = isAdministered && width < 84
    if isOwn {
      // An administrator sends little, so the others keep their room.
      let (keystore, app, administrator, results) =
        switch (isAdministered, isCompact) {
        case (false, true): (3, 8, 0, 7)
        case (true, true): (3, 7, 5, 9)
        case (false, false):
          width < 84 ? (3, 12, 0, max(17, width * 30 / 100 - 2)) : (5, 19, 0, min(36, width * 36 / 100))
        case (true, false): width < 84 ? (3, 12, 5, 12) : (5, 19, 12, min(36, width * 30 / 100))
        }
      // Results and the second half of the diagram share the remaining width.
      let last = width - results
      let server = last - administrator
      all = zip(lifelines, [keystore, app, app + (server - app) / 2, server, last]).map(Lane.init)
      result = last + 2
    } else {
      let first = isCompact ? 3 : 6
      let results = isCompact ? 5 : max(12, min(30, width * 22 / 100))
      let last = max(first, width - results)
      let steps = max(1, lifelines.count - 1)
      all = lifelines.enumerated().map { Lane(lifeline: $1, x: first + (last - first) * $0 / steps) }
      result = last + 2
    }
  }

  /// The lifelines of a single phone, shown even if unused.
  static let own = [Party.keystore, .app, .browser, .server].map { Lifeline($0) }

  /// The attacker at the left, the phones in the order in which they appeared, the servers at the right.
  static func ordered(_ present: [Lifeline], ofPhone: Bool = true) -> [Lifeline] {
    // A single phone needs no name.
    let phones = present.compactMap(\.phone).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let isOwn = ofPhone && phones.isEmpty && !present.contains { [.attacker, .rogue].contains($0.party) }
    let wanted = isOwn ? present + Lanes.own : present
    func of(_ party: Party, _ phone: String? = nil) -> [Lifeline] {
      wanted.contains(Lifeline(party, on: phone)) ? [Lifeline(party, on: phone)] : []
    }
    let devices = (wanted.contains { $0.party.isOfPhone && $0.phone == nil } ? [nil] : []) + phones.map(Optional.some)
    return of(.attacker) + of(.client)
      + devices.flatMap { of(.secureElement, $0) + of(.keystore, $0) + of(.app, $0) + of(.browser, $0) }
      + of(.application) + of(.server) + of(.administrator) + of(.api) + of(.rogue)
  }

  func x(_ lifeline: Lifeline) -> Int { all.first { $0.lifeline == lifeline }?.x ?? all[0].x }
  func ends(_ message: Message) -> (from: Int, to: Int) { (x(message.ends.from), x(message.ends.to)) }

  var headHeight: Int { hasPhones ? 2 : 1 }

  /// The name of a lane, in the form that fits.
  func name(_ lane: Lane, _ look: Look) -> String {
    let party = lane.lifeline.party
    if isOwn { return look.catalogue(isCompact ? party.tightName : hasShortNames ? party.shortName : party.fullName) }
    let room = self.room(lane)
    let names = [party.fullName, party.shortName, party.tightName].map { look.catalogue($0) }
    return names.first { TextLayout.width($0) <= room }
      ?? TextLayout.clip(names[2], to: room, ellipsis: "", ofData: true)
  }

  private func room(_ lane: Lane) -> Int {
    guard all.count > 1, let index = all.firstIndex(where: { $0.lifeline == lane.lifeline }) else { return result }
    let left = index > 0 ? lane.x - all[index - 1].x : lane.x * 2 + 1
    let right = index + 1 < all.count ? all[index + 1].x - lane.x : result
    return max(2, min(left, right) - 1)
  }

  var phones: [(name: String, from: Int, to: Int)] {
    guard hasPhones else { return [] }
    var found: [(name: String, from: Int, to: Int)] = []
    for lane in all {
      guard let phone = lane.lifeline.phone else { continue }
      if found.last?.name == phone { found[found.count - 1].to = lane.x } else { found.append((phone, lane.x, lane.x)) }
    }
    return found
  }
}
