extension Swedish {
  static let galleryPhrases: StaticString = #"""
    gallery.done[one] = {count} skärm: {path}
    gallery.done = {count} skärmar: {path}
    gallery.compared = {same} som förut, {changed} ändrade, {added} nya, {removed} borttagna
    gallery.title = DCR Terminal: alla skärmar
    gallery.size = Storlek
    gallery.look = Utseende
    gallery.filter = Filter
    gallery.changed-only = bara ändrade
    gallery.count = {count} av {all} skärmar
    gallery.before = före
    gallery.after = nu
    gallery.close = Stäng
    gallery.same = samma
    gallery.changed = ändrad
    gallery.added = ny
    gallery.removed = borttagen
    error.gallery_folder_taken.title = galleriet skrevs inte
    error.gallery_folder_taken.explanation = {path} innehåller något annat, eller är galleriet att jämföra med
    error.gallery_folder_taken.hint = ange en ny mapp, en tom, eller en med ett äldre galleri
    error.gallery_unwritable.title = galleriet är inte helt
    error.gallery_unwritable.explanation = det går inte att skriva {path}: {detail}
    error.gallery_unwritable.hint = ange en mapp som du får skriva i, med ungefär 100 MB plats
    error.gallery_nothing.title = galleriet skrevs inte
    error.gallery_nothing.explanation = inget tillstånds namn innehåller ”{received}”
    error.gallery_nothing.hint = utelämna --only för att se alla namn
    error.gallery_before_unusable.title = galleriet skrevs inte
    error.gallery_before_unusable.explanation = {path} är inget galleri: det har ingen gallery.json
    error.gallery_before_unusable.hint = ange en mapp som `dcr-terminal gallery --out` har skrivit klart
    """#
}
