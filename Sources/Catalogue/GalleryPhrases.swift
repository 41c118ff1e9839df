/// The gallery of all screens: the command, and the page that it writes.
extension Phrase {
  public static let galleryAbstract = Phrase(
    "command.gallery", "Write every screen of the app as text and as pictures.")
  public static let galleryDiscussion = Phrase(
    "command.gallery.discussion",
    """
    FOLDER gets a text, a map of meanings and an SVG for each state, size and set of characters, and index.html to look \
    through them in every theme. With --compare an earlier gallery's pictures stand beside the new ones, the cells that \
    changed are marked, and a line says how many screens changed. The same program writes the same bytes.
    """)
  public static let optionGalleryOut = Phrase(
    "option.gallery.out", "Where to write: a new or empty folder, or an earlier gallery, which is replaced.")
  public static let optionGalleryCompare = Phrase("option.gallery.compare", "An earlier gallery to compare with.")
  public static let optionGalleryOnly = Phrase("option.gallery.only", "Only states whose name holds this.")
  public static let galleryDone = Phrase(
    "gallery.done", one: "{count} screen: {path}", other: "{count} screens: {path}")
  public static let galleryCompared = Phrase(
    "gallery.compared", "{same} as before, {changed} changed, {added} added, {removed} removed")

  public static let galleryTitle = Phrase("gallery.title", "DCR Terminal: every screen")
  public static let gallerySize = Phrase("gallery.size", "Size")
  public static let galleryLook = Phrase("gallery.look", "Look")
  public static let galleryFilter = Phrase("gallery.filter", "Filter")
  public static let galleryChangedOnly = Phrase("gallery.changed-only", "only what changed")
  public static let galleryCount = Phrase("gallery.count", "{count} of {all} screens")
  public static let galleryBefore = Phrase("gallery.before", "before")
  public static let galleryAfter = Phrase("gallery.after", "now")
  public static let galleryClose = Phrase("gallery.close", "Close")
  public static let gallerySame = Phrase("gallery.same", "same")
  public static let galleryChanged = Phrase("gallery.changed", "changed")
  public static let galleryAdded = Phrase("gallery.added", "added")
  public static let galleryRemoved = Phrase("gallery.removed", "removed")
}

extension ErrorText {
  /// What `gallery` raises.
  public static let galleryErrors: [ErrorText] = [
    ErrorText(
      "gallery_folder_taken", "the gallery was not written",
      "{path} holds something else, or is the gallery to compare with",
      hint: "name a new folder, an empty one, or one that holds an older gallery"),
    ErrorText(
      "gallery_unwritable", "the gallery is not whole", "cannot write {path}: {detail}",
      hint: "name a folder that you may write to, with some 100 MB of room"),
    ErrorText(
      "gallery_nothing", "the gallery was not written", "no state's name holds “{received}”",
      hint: "leave --only out to see all names"),
    ErrorText(
      "gallery_before_unusable", "the gallery was not written", "{path} is no gallery: it has no gallery.json",
      hint: "name a folder that `dcr-terminal gallery --out` has written to the end"),
  ]
}
