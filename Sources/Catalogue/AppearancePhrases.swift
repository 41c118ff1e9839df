/// Colours and movement, in Settings.
extension Phrase {
  public static let appearance = Phrase("appearance", "Appearance")
  public static let appearanceExplanation = Phrase(
    "appearance.explanation", "For every phone on this machine, and for its browser.")
  public static let themeChoice = Phrase("appearance.theme", "{mark} {name}")
  public static let themeCurity = Phrase("theme.curity", "Curity")
  public static let themeHighContrast = Phrase("theme.high-contrast", "High contrast")
  public static let themeLight = Phrase("theme.light", "Light")
  public static let themeMono = Phrase("theme.mono", "Monochrome")
  public static let motionOn = Phrase("appearance.motion.on", "Movement: on")
  public static let motionOff = Phrase("appearance.motion.off", "Movement: off")
  public static let keyTakeTheme = Phrase("key.take-theme", "take this theme")
  public static let keyStopMotion = Phrase("key.stop-motion", "stop movement")
  public static let keyStartMotion = Phrase("key.start-motion", "allow movement")
  public static let languageChoice = Phrase("appearance.language", "Language: {name}")
  public static let keyNextLanguage = Phrase("key.next-language", "next language")

  /// What a theme is called; `nil` for one that has no name here.
  public static func theme(_ name: String) -> Phrase? {
    [Phrase.themeCurity, .themeHighContrast, .themeLight, .themeMono].first { $0.key == "theme.\(name)" }
  }
}

extension ErrorText {
  static let preferenceErrors: [ErrorText] = [
    ErrorText(
      "preferences_not_saved", "the choice was not kept",
      "it holds for this run alone, because {path} cannot be written: {detail}",
      hint: "see that the disk has room and that you may write there, then choose again"),
    ErrorText(
      "preferences_damaged", "the preferences were not read", "{path} is not what this program writes: {detail}",
      hint: "choose again under Settings, Appearance; the file is written anew then"),
  ]
}
