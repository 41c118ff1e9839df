import ArgumentParser

/// Reads the options of one command by hand: a row for each option says where its value goes.
///
/// The full argument parser inspects every property by reflection, and each inspection searches all conformances of the program, which takes longer
/// than what short commands do. Whatever is not clearly right is left to the full parser, the only source of help, usage and errors.
package struct QuickReader<Command: ParsableCommand>: Sendable {
  /// Sets an option's value; `nil` stands for an option that is not given. The result `false`: the option does not take this word, or has to be given.
  package typealias Setting = @Sendable (inout Command, String?) -> Bool
  /// Sets a flag; `false` stands for a flag that is not given.
  package typealias Flag = @Sendable (inout Command, Bool) -> Void

  /// Makes the command with empty groups of options and empty lists. Every other property needs a row, because reading an unset one ends the program.
  private let make: @Sendable () -> Command
  private let flags: [(name: String, set: Flag)]
  private let options: [(name: String, set: Setting)]
  private let argument: Setting?

  /// - Parameter argument: the command's only argument without a name.
  package init(
    make: @escaping @Sendable () -> Command, flags: [(name: String, set: Flag)] = [],
    options: [(name: String, set: Setting)] = [], argument: Setting? = nil
  ) {
    (self.make, self.flags, self.options, self.argument) = (make, flags, options, argument)
  }

  package static func text(_ set: @escaping @Sendable (inout Command, String?) -> Void) -> Setting {
    choice({ $0 }, set)
  }

  package static func choice<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout Command, Value?) -> Void
  ) -> Setting {
    { command, word in
      let value = word.flatMap(read)
      set(&command, value)
      return word == nil || value != nil
    }
  }

  /// An option or argument that has to be given.
  package static func required<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout Command, Value) -> Void
  ) -> Setting {
    { command, word in
      guard let value = word.flatMap(read) else { return false }
      set(&command, value)
      return true
    }
  }

  /// An option that may be repeated; the list is there from the start.
  package static func list(_ path: WritableKeyPath<Command, [String]> & Sendable) -> Setting {
    { command, word in
      if let word { command[keyPath: path].append(word) }
      return true
    }
  }

  /// - Parameter words: what stands behind the command's name.
  package func read(_ words: ArraySlice<String>) -> sending Command? {
    var command = CommandTexts.$areWanted.withValue(false) { make() }
    for flag in flags { flag.set(&command, false) }
    var missing = Set(options.filter { !$0.set(&command, nil) }.map(\.name))
    let needsArgument = argument?(&command, nil) == false
    var (rest, hasArgument) = (words, false)
    while let word = rest.popFirst() {
      guard let parts = word.without(prefix: "--")?.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      else {
        guard !word.hasPrefix(bytes: "-"), !hasArgument, argument?(&command, word) == true else { return nil }
        hasArgument = true
        continue
      }
      let name = String(parts[0])
      if parts.count == 1, let flag = flags.first(where: { $0.name == name }) {
        flag.set(&command, true)
        continue
      }
      let value: String
      if parts.count == 2 {
        guard !parts[1].isEmpty else { return nil }
        value = String(parts[1])
      } else {
        guard let next = rest.popFirst(), !next.isEmpty, !next.hasPrefix(bytes: "-") else { return nil }
        value = next
      }
      guard let option = options.first(where: { $0.name == name }), option.set(&command, value) else { return nil }
      missing.remove(name)
    }
    guard missing.isEmpty, hasArgument || !needsArgument else { return nil }
    return (try? command.validate()) == nil ? nil : command
  }
}
