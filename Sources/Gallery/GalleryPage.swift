import ForeignText
import Catalogue
import SharedValues
import TerminalUI

/// The page that shows a gallery: one file, which loads the drawings of the chosen size from the folder beside it.
///
/// It works from the disk, fetches nothing from elsewhere, and can be used with the keyboard alone.
struct GalleryPage {
  let catalogue: Catalogue
  let isComparison: Bool
  /// The style in which the page shows the screens at first.
  let style: PictureStyle
  var styles = PictureStyle.all

  func html(variants: [String]) -> String {
    let words = GalleryPage.words.reduce(into: [JSON.Member]()) { members, word in
      members.append(.init(word.0, .string(catalogue(word.1))))
    }
    let looks = self.styles.map(\.name)
    let styles = self.styles.map { $0.css(".look-\($0.name) ") }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="\(catalogue.language.tag)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' file: 'self'; style-src 'unsafe-inline'">
      <title>\(Escape.html(catalogue(.galleryTitle)))</title>
      <style>
      \(GalleryPage.style)
      \(styles)
      </style>
      <header><h1>\(Escape.html(catalogue(.galleryTitle)))</h1><form id="tools"></form><p id="count" role="status"></p></header>
      <main id="screens"></main>
      <dialog id="large"></dialog>
      <script>
      const words = \(GalleryPage.script(JSON.object(words))), variants = \(GalleryPage.script(JSON.strings(variants))),
        looks = \(GalleryPage.script(JSON.strings(looks))), firstLook = \(GalleryPage.script(JSON.string(style.name))), compares = \(isComparison);
      \(GalleryPage.script)
      </script>
      </html>

      """
  }

  private static func script(_ json: JSON) -> String { Escape.jsonInScript(json.compact) }

  private static let words: [(String, Phrase)] = [
    ("size", .gallerySize), ("look", .galleryLook), ("filter", .galleryFilter), ("changed", .galleryChangedOnly),
    ("count", .galleryCount), ("before", .galleryBefore), ("after", .galleryAfter), ("close", .galleryClose),
    ("is-same", .gallerySame), ("is-changed", .galleryChanged), ("is-added", .galleryAdded),
    ("is-removed", .galleryRemoved),
  ]

  private static let style = """
    :root{color-scheme:dark;font:15px/1.4 system-ui,sans-serif;background:#111318;color:#e6e8ee}
    body{margin:0}header{position:sticky;top:0;background:#111318;padding:12px 20px;border-bottom:1px solid #3a3f4d}
    h1{font-size:18px;margin:0 0 8px}form{display:flex;gap:16px;flex-wrap:wrap;align-items:center}p{margin:6px 0 0;color:#a9afbd}
    input,select,button{font:inherit;color:inherit;background:#1c2028;border:1px solid #6b7280;border-radius:6px;padding:4px 8px}
    main{display:grid;grid-template-columns:repeat(auto-fill,minmax(420px,1fr));gap:20px;padding:20px}
    figure{margin:0}figure button{display:block;width:100%;padding:0;border:0;background:none;cursor:zoom-in}
    figure svg{width:100%;height:auto;display:block}figcaption{padding:4px 2px;overflow-wrap:anywhere}
    .status{float:right;padding:0 8px;border-radius:8px;background:#3a3f4d}.status.changed{background:#7a4a00}
    .status.added{background:#12632e}.status.removed{background:#8f1d22}
    dialog{max-width:96vw;max-height:94vh;overflow:auto;background:#111318;color:inherit;border:1px solid #6b7280;border-radius:10px}
    dialog::backdrop{background:rgba(0,0,0,.7)}.pair{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:16px;margin-top:10px}
    .change{fill:rgba(255,64,160,.25);stroke:#ff40a0;stroke-width:1.5}
    :focus-visible{outline:3px solid #6fb1ff;outline-offset:2px}
    """

  /// Drawings contain only this program's own markup with escaped texts (``GalleryComparison/isDrawing(_:)``); everything else is inserted as text.
  private static let script = """
    const loaded = {}, state = {variant: variants[0], look: firstLook, filter: "", changed: false};
    const $ = (name, more = {}, ...inside) => { const e = Object.assign(document.createElement(name), more); e.append(...inside); return e; };
    function gallery(variant, screens) { loaded[variant] = screens; if (variant === state.variant) show(); }
    function load(variant) {
      if (loaded[variant]) return show();
      document.head.append($("script", {src: "data/" + variant + ".js"}));
    }
    function picture(screen, drawing, title, changes) {
      const e = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const [columns, rows] = state.variant.split("-")[0].split("x").map(Number);
      const width = screen.width || columns * 9 + 28, height = screen.height || rows * 19 + 28;
      e.setAttribute("viewBox", `0 0 ${width} ${height}`); e.setAttribute("width", width); e.setAttribute("height", height);
      e.setAttribute("class", "look-" + state.look); e.setAttribute("role", "img"); e.setAttribute("aria-label", title);
      const marks = (changes || []).map(([x, y, n]) => `<rect class="change" x="${14 + x * 9}" y="${14 + y * 19}" width="${n * 9}" height="19"/>`);
      e.innerHTML = `<rect class="paper" width="${width}" height="${height}" rx="10"/>` + drawing + marks.join("");
      return e;
    }
    const status = screen => screen.status ? [$("span", {className: "status " + screen.status, textContent: words["is-" + screen.status]})] : [];
    function listed() {
      const wanted = state.filter.toLowerCase().split(" ").filter(Boolean);
      return (loaded[state.variant] || []).filter(s =>
        wanted.every(w => s.name.includes(w)) && (!state.changed || s.status !== "same"));
    }
    const seen = new IntersectionObserver(all => all.forEach(({isIntersecting, target}) => {
      if (!isIntersecting || target.firstChild) return;
      const s = target.screen; target.append(picture(s, s.drawing || s.before || "", s.name, s.changes));
    }), {rootMargin: "600px"});
    function show() {
      const screens = listed();
      document.getElementById("screens").replaceChildren(...screens.map(screen => {
        const button = $("button", {type: "button", screen, onclick: () => enlarge(screen)});
        button.style.aspectRatio = screen.width ? `${screen.width} / ${screen.height}` : "16 / 9";
        button.setAttribute("aria-label", screen.name);
        seen.observe(button);
        return $("figure", {}, button, $("figcaption", {}, ...status(screen), screen.name));
      }));
      document.getElementById("count").textContent = words.count.replace("{count}", screens.length).replace("{all}", (loaded[state.variant] || []).length);
      document.body.dataset.ready = state.variant;
      location.replace("#" + new URLSearchParams(state));
    }
    function enlarge(screen) {
      const large = document.getElementById("large"), pair = $("div", {className: "pair"});
      const side = (title, drawing, changes) => $("figure", {}, $("figcaption", {textContent: title}), picture(screen, drawing, screen.name + ", " + title, changes));
      if (screen.before) pair.append(side(words.before, screen.before, screen.changes));
      if (screen.drawing) pair.append(side(words.after, screen.drawing, screen.changes));
      large.replaceChildren(
        $("button", {type: "button", textContent: words.close, onclick: () => large.close()}),
        $("p", {}, ...status(screen), screen.name + " · " + state.variant + " · " + state.look), pair);
      large.showModal();
    }
    function choice(name, label, values) {
      const select = $("select", {onchange: () => { state[name] = select.value; name === "variant" ? load(select.value) : show(); }},
        ...values.map(value => $("option", {value, textContent: value})));
      select.value = state[name];
      return $("label", {}, label + " ", select);
    }
    for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
      if (name in state) state[name] = name === "changed" ? value === "true" : value;
    if (!variants.includes(state.variant)) state.variant = variants[0];
    if (!looks.includes(state.look)) state.look = firstLook;
    const filter = $("input", {type: "search", value: state.filter, oninput: () => { state.filter = filter.value; show(); }});
    const tools = document.getElementById("tools");
    tools.onsubmit = event => event.preventDefault();
    tools.append($("label", {}, words.filter + " ", filter), choice("variant", words.size, variants), choice("look", words.look, looks));
    if (compares) {
      const box = $("input", {type: "checkbox", checked: state.changed, onchange: () => { state.changed = box.checked; show(); }});
      tools.append($("label", {}, box, " " + words.changed));
    }
    load(state.variant);
    """
}
