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
