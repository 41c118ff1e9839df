extension Swedish {
  static let appearancePhrases: StaticString = #"""
    appearance = Utseende
    appearance.explanation = För alla telefoner på den här datorn och deras webbläsare.
    appearance.theme = {mark} {name}
    theme.curity = Curity
    theme.high-contrast = Hög kontrast
    theme.light = Ljust
    theme.mono = Enfärgat
    appearance.motion.on = Rörelse: på
    appearance.motion.off = Rörelse: av
    key.take-theme = ta det här temat
    key.stop-motion = stäng av rörelse
    key.start-motion = tillåt rörelse
    error.preferences_not_saved.title = valet sparades inte
    error.preferences_not_saved.explanation = det gäller bara den här körningen, för {path} kan inte skrivas: {detail}
    error.preferences_not_saved.hint = se till att disken har plats och att du får skriva där, och välj sedan igen
    error.preferences_damaged.title = inställningarna lästes inte
    error.preferences_damaged.explanation = {path} är inte vad programmet skriver: {detail}
    error.preferences_damaged.hint = välj på nytt under Inställningar, Utseende; filen skrivs då om
    appearance.language = Språk: {name}
    key.next-language = nästa språk
    """#
}
