import AppState
import Catalogue
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The gallery in the app: arrows reach every state, and each is drawn as in the app.
struct GalleryScreenTests {
  private let look = Look()
  private var state = StateRegistry.named("authenticated") ?? StateRegistry.all[0].state

  private mutating func press(_ keys: Key..., at size: Size = Size(110, 30), look: Look? = nil) {
    for key in keys {
      guard let action = KeyMap.action(for: .key(key), in: state, size: size, look: look ?? self.look) else { continue }
      _ = update(&state, action, now: state.now)
    }
  }

  private func drawn(_ size: Size = Size(110, 30), look: Look? = nil) -> Canvas {
    AppScreen.draw(state, size: size, look: look ?? self.look)
  }

  /// The content of the frame, row by row.
  private func framed(_ canvas: Canvas, _ size: Size, _ look: Look) -> [String] {
    let inner = GalleryPlaces(state, size: size, look: look).frame.inset(1, 1)
    return (inner.y..<inner.maxY).map { y in (inner.x..<inner.maxX).map { canvas[$0, y].text }.joined() }
  }

  private func rows(_ canvas: Canvas) -> [String] {
    (0..<canvas.size.height).map { y in (0..<canvas.size.width).map { canvas[$0, y].text }.joined() }
  }

  @Test mutating func downGoesThroughEveryStateAsItIsDrawn() throws {
    press(.character("S"), .home)
    // The app's largest size has no room beside a frame; the next smaller one has.
    press(.right, .right)
    for (name, other) in StateRegistry.all {
      #expect(state.gallery.selected == name)
      let expected = AppScreen.draw(other, size: Size(80, 24), look: Look())
      #expect(framed(drawn(), Size(110, 30), look) == rows(expected), "\(name)")
      press(.down)
    }
    #expect(state.gallery.selected == StateRegistry.all.last?.name)
  }

  @Test mutating func rightGoesThroughEverySizeCharactersAndLanguage() throws {
    press(.character("S"))
    var seen: [GalleryVariant] = []
    for _ in GalleryVariant.inApp {
      seen.append(GalleryPlaces(state, size: Size(110, 30), look: look).variant)
      press(.right)
    }
    #expect(Set(seen) == Set(GalleryVariant.all(Language.allCases)))
    #expect(GalleryPlaces(state, size: Size(110, 30), look: look).variant == seen[0])
    press(.left)
    #expect(GalleryPlaces(state, size: Size(110, 30), look: look).variant == seen.last)
  }

  @Test mutating func itBeginsInTheCurrentLanguageAndSize() {
    state.preferences.language = .german
    press(.character("S"), at: Size(80, 24))
    let variant = GalleryPlaces(state, size: Size(80, 24), look: look).variant
    #expect(variant == GalleryVariant(size: Size(80, 24), glyphs: .unicode, language: .german))
  }

  /// Scrolling reaches the last cell of a cut screen, and no farther.
  @Test(arguments: [Size(110, 30), Size(80, 24), Size(40, 15)])
  mutating func aCutScreenCanBeScrolled(_ size: Size) throws {
    press(.character("S"), at: size)
    while GalleryPlaces(state, size: size, look: look).variant.size != Size(110, 30) { press(.right, at: size) }
    let frame = GalleryPlaces(state, size: size, look: look).frame
    #expect(drawn(size).text.contains("1-\(frame.width - 2)/110 x 1-\(frame.height - 2)/30"))
    press(.tab, at: size)
    for _ in 0..<200 { press(.right, .down, at: size) }
    let text = drawn(size).text
    #expect(text.contains("-110/110 x ") && text.contains("-30/30"), "\(text)")
    // One step back moves at once.
    let before = drawn(size)
    press(.up, at: size)
    #expect(drawn(size) != before)
    press(.escape, at: size)
    #expect(!state.gallery.scrolls && state.showsGallery)
  }

  @Test mutating func theBrowsersScreensAppearOnceItHasAnswered() throws {
    var canvas = Canvas(Size(80, 24))
    canvas.put("the login page", at: Point(3, 3), Style(.phone))
    press(.character("S"), .right, .right)
    var screens = BrowserScreens()
    _ = update(&state, .gallery(.browserSaid(["browser-login-form"], screens)), now: state.now)
    press(.end)
    #expect(state.gallery.selected == "browser-login-form")
    #expect(drawn().text.contains("The browser is asked"))
    screens.keep(["browser-login-form": canvas], of: GalleryPlaces(state, size: Size(110, 30), look: look).variant)
    _ = update(&state, .gallery(.browserSaid(["browser-login-form"], screens)), now: state.now)
    #expect(framed(drawn(look: look), Size(110, 30), look) == rows(canvas))
  }

  @Test mutating func aTerminalWithoutUnicodeGetsASCII() throws {
    let ascii = Look(glyphs: .ascii)
    press(.character("S"), look: ascii)
    for _ in GalleryVariant.inApp {
      press(.right, look: ascii)
      let text = drawn(look: ascii).text
      // Names of languages are written in their own language.
      #expect(!text.unicodeScalars.contains { !$0.isASCII }, "\(text)")
    }
  }

  @Test mutating func everyThemeCanBeTried() throws {
    state.settings.themes = Theme.all.map(\.name)
    press(.character("S"))
    var seen: [String] = []
    for _ in Theme.all {
      seen.append(state.shownTheme)
      press(.character("c"))
    }
    #expect(Set(seen) == Set(Theme.all.map(\.name)) && state.shownTheme == seen[0])
    #expect(state.gallery.theme == nil, "the app's own theme counts as no choice")
  }

  @Test mutating func aClickInTheListChoosesAndTheWheelMoves() throws {
    press(.character("S"), .right, .right, .home)
    let places = GalleryPlaces(state, size: Size(110, 30), look: look)
    let list = try #require(places.list)
    let click = KeyMap.action(
      for: .mouse(MouseEvent(.press, at: Point(list.x + 3, list.y + 4))), in: state, size: Size(110, 30), look: look)
    #expect(click == .gallery(.select(StateRegistry.all[4].name)))
    let wheel = KeyMap.action(
      for: .mouse(MouseEvent(.scrollDown, at: Point(50, 10))), in: state, size: Size(110, 30), look: look)
    #expect(wheel == .gallery(.move(1)))
  }
}
