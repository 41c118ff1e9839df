import Catalogue

/// The presets of the fault menu. Their English stands in their files, where people who copy one read it.
extension Phrase {
  public static func faultPreset(_ name: String, title: String) -> Phrase { Phrase("fault.preset.\(name)", title) }
  public static func faultPreset(_ name: String, about: String) -> Phrase {
    Phrase("fault.preset.\(name).about", about)
  }
}
