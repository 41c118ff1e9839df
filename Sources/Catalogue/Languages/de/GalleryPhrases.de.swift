extension German {
  static let galleryPhrases: StaticString = #"""
    gallery.done[one] = {count} Bildschirm: {path}
    gallery.done = {count} Bildschirme: {path}
    gallery.compared = {same} wie zuvor, {changed} geändert, {added} neu, {removed} entfernt
    gallery.title = DCR Terminal: alle Bildschirme
    gallery.size = Größe
    gallery.look = Aussehen
    gallery.filter = Filter
    gallery.changed-only = nur Geändertes
    gallery.count = {count} von {all} Bildschirmen
    gallery.before = vorher
    gallery.after = jetzt
    gallery.close = Schließen
    gallery.same = gleich
    gallery.changed = geändert
    gallery.added = neu
    gallery.removed = entfernt
    error.gallery_folder_taken.title = die Galerie wurde nicht geschrieben
    error.gallery_folder_taken.explanation = {path} enthält etwas anderes oder ist die Galerie zum Vergleich
    error.gallery_folder_taken.hint = nennen Sie einen neuen Ordner, einen leeren oder einen mit einer älteren Galerie
    error.gallery_unwritable.title = die Galerie ist nicht vollständig
    error.gallery_unwritable.explanation = {path} lässt sich nicht schreiben: {detail}
    error.gallery_unwritable.hint = nennen Sie einen Ordner, in den Sie schreiben dürfen, mit etwa 100 MB Platz
    error.gallery_nothing.title = die Galerie wurde nicht geschrieben
    error.gallery_nothing.explanation = der Name keines Zustands enthält „{received}“
    error.gallery_nothing.hint = lassen Sie --only weg, um alle Namen zu sehen
    error.gallery_before_unusable.title = die Galerie wurde nicht geschrieben
    error.gallery_before_unusable.explanation = {path} ist keine Galerie: gallery.json fehlt
    error.gallery_before_unusable.hint = nennen Sie einen Ordner, den `dcr-terminal gallery --out` zu Ende geschrieben hat
    """#
}
