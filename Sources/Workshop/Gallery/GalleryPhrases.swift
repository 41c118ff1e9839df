import Catalogue

/// The gallery of all screens: the command, and the page that it writes.
extension Phrase {
  public static let galleryDone = Phrase(
    "gallery.done", one: "{count} screen: {path}", other: "{count} screens: {path}")
  public static let galleryCompared = Phrase(
    "gallery.compared", "{same} as before, {changed} changed, {added} added, {removed} removed")

  // In the app.
  public static let keyGallery = Phrase("key.gallery", "gallery of all screens")
  public static let keyGalleryClose = Phrase("key.gallery-close", "close")
  public static let keyGalleryNext = Phrase("key.gallery-next", "next")
  public static let keyGalleryPrevious = Phrase("key.gallery-previous", "previous screen")
  public static let keyGalleryVariant = Phrase("key.gallery-variant", "size, language")
  public static let keyGalleryVariantBefore = Phrase("key.gallery-variant-before", "size or language before")
  public static let keyGalleryScroll = Phrase("key.gallery-scroll", "look around")
  public static let keyGalleryList = Phrase("key.gallery-list", "back to the list")
  public static let keyScrollLeft = Phrase("key.scroll-left", "scroll to the left")
  public static let keyScrollRight = Phrase("key.scroll-right", "right")
  public static let keyGalleryPaint = Phrase("key.gallery-paint", "colours")
  public static let galleryName = Phrase("gallery.name", "Gallery")
  public static let galleryNumber = Phrase("gallery.number", "{number} of {count}")
  public static let galleryFiltered = Phrase("gallery.filtered", "{number} of {count} ({all})")
  public static let galleryUnicode = Phrase("gallery.unicode", "Unicode")
  public static let galleryASCII = Phrase("gallery.ascii", "ASCII")
  public static let galleryFilterHint = Phrase("gallery.filter-hint", "words of a name")
  public static let galleryFindsNothing = Phrase("gallery.finds-nothing", "No screen's name holds these words.")
  public static let galleryAsksBrowser = Phrase("gallery.asks-browser", "The browser is asked for its screens…")
  public static let plainGallery = Phrase(
    "plain.gallery", "Every screen as text and as pictures: dcr-terminal gallery --out FOLDER")

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
