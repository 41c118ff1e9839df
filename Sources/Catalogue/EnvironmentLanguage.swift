import SharedValues

extension Language {
  /// The language that the environment of this process asks for.
  public static var ofEnvironment: Language { of { ProcessEnvironment[$0] } }

  /// By POSIX.1-2017, Base Definitions §8.2: of `LC_ALL`, `LC_MESSAGES` and `LANG` the first that is set decides, whatever it says. Before
  /// them (GNU gettext manual §2.3) `LANGUAGE` lists several, best first, unless the locale is `C` or `POSIX`. All else is English.
  static func of(environment value: (String) -> String?) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? "C"
    let plain = locale.prefix(whileScalar: { $0 != "." && $0 != "@" })
    if plain == "C" || plain == "POSIX" { return .english }
    let wanted = (value("LANGUAGE") ?? "").split(scalar: ":").map(String.init) + [locale]
    return wanted.lazy.compactMap(named).first ?? .english
  }

  /// - Parameter locale: as POSIX or RFC 5646 writes it: `sv_SE.UTF-8`, `de-CH`.
  static func named(_ locale: String) -> Language? {
    let code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
    return spoken.first { $0.rawValue == code }
  }

  /// For a reader who says what he reads, best first: an `Accept-Language` header or `ui_locales` (RFC 9110 §12.5.4, OpenID Connect Core
  /// §3.1.2.1). What has no weight counts 1; equal ones count in their order; what is weighed 0 is not wanted. All else is English.
  public static func of(readers wanted: String) -> Language {
    var best: (language: Language, weight: Double) = (.english, 0)
    for range in wanted.split(whereSeparator: { $0 == "," || $0 == " " }).prefix(32) {
      let parts = range.split(scalar: ";")
      guard let tag = parts.first, let language = named(String(tag)) else { continue }
      let weight = parts.dropFirst().lazy.compactMap { $0.without(prefix: "q=") }.first.map { Double($0) ?? 0 } ?? 1
      if weight > best.weight, weight <= 1 { best = (language, weight) }
    }
    return best.language
  }
}
