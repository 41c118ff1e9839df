// The administration works without this. It asks in the page instead of on another one, filters while typing, and shows
// events, exchanges and tests as they happen. Data from the server become text, never markup.
"use strict";

const main = document.getElementById("content");

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A question before something is destroyed.
document.addEventListener("submit", event => {
  const button = event.submitter;
  const form = event.target;
  if (!button || !button.dataset.confirm || !window.HTMLDialogElement) return;
  event.preventDefault();
  const sure = element("button", {type: "submit", className: "danger", textContent: button.textContent});
  const cancel = element("button", {type: "button", className: "quiet", textContent: main.dataset.cancel});
  const text = element("p", {textContent: button.dataset.confirm, id: "question"});
  const inner = element("form", {method: "dialog", className: "buttons"}, sure, cancel);
  const dialog = element("dialog", {className: "panel"}, text, inner);
  dialog.setAttribute("aria-labelledby", "question");
  cancel.addEventListener("click", () => dialog.close());
  inner.addEventListener("submit", () => {
    form.append(
      element("input", {type: "hidden", name: button.name, value: button.value}),
      element("input", {type: "hidden", name: "confirmed", value: "yes"}));
    form.submit();
  });
  dialog.addEventListener("close", () => { dialog.remove(); button.focus(); });
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
});

// The list follows what is typed and chosen. Of several answers under way the last question's counts.
for (const form of document.querySelectorAll("form[data-instant]")) {
  const id = form.dataset.instant;
  let waiting = 0;
  let asked = 0;
  const ask = async () => {
    const number = ++asked;
    const pairs = [...new FormData(form)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(pairs).toString();
    const address = form.action + (query ? "?" + query : "");
    const answer = await fetch(address, {credentials: "same-origin"}).catch(() => null);
    if (!answer || !answer.ok || number !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(id);
    if (!fresh || number !== asked) return;
    document.getElementById(id).replaceWith(fresh);
    history.replaceState(null, "", address);
  };
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, 200); });
}

// Events and exchanges as they happen.
const live = document.getElementById("live");
if (live) {
  for (const hidden of document.querySelectorAll("[data-script]")) hidden.hidden = false;
  const rows = document.getElementById("events");
  const state = document.getElementById("state");
  const pause = document.getElementById("pause");
  const show = document.getElementById("show");
  let last = Number(live.dataset.last);
  let isPaused = false;

  const filter = row => { row.hidden = !row.textContent.toLowerCase().includes(show.value.trim().toLowerCase()); };
  show.addEventListener("input", () => [...rows.rows].forEach(filter));

  const shortened = text => text.length > 120 ? text.slice(0, 120) + "…" : text;
  const row = event => {
    const status = element("span", {className: "status " + event.kind, textContent: event.status || (event.clients ? "–" : "")});
    const address = element("code", {textContent: event.path ?? shortened(event.target)});
    const where = event.clients ? element("a", {href: "/admin/exchanges/" + event.number}, address) : address;
    const made = element("tr", {className: "new"},
      element("td", {className: "moment", textContent: event.time}),
      element("td", {}, element("strong", {textContent: event.method}), " ", where),
      element("td", {}, status), element("td", {textContent: [event.note, event.fault].filter(Boolean).join(" · ")}));
    if (event.clients) {
      made.append(element("td", {className: "agent", textContent: [...event.clients, ...event.users].join(" · ")}));
    }
    filter(made);
    return made;
  };

  const look = async () => {
    if (!isPaused && !document.hidden) {
      const source = new URL(live.dataset.source, location);
      source.searchParams.set("after", last);
      const answer = await fetch(source, {credentials: "same-origin"}).catch(() => null);
      if (answer && answer.status === 401) return location.reload();
      const news = answer && answer.ok ? await answer.json() : null;
      state.textContent = news ? live.dataset.live : live.dataset.lost;
      state.className = "status " + (news ? "live" : "dead");
      const list = news ? news.events ?? news.exchanges : [];
      if (list.length) {
        last = news.last;
        rows.prepend(...list.map(row));
        while (rows.rows.length > 500) rows.rows[rows.rows.length - 1].remove();
        document.getElementById("no-events").hidden = true;
        document.getElementById("event-table").hidden = false;
      }
    }
    setTimeout(look, 150);
  };
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? live.dataset.resume : live.dataset.pause;
    state.hidden = isPaused;
  });
  look();
}

// A test of a client as it goes on. What has changed is taken from the page as the server draws it.
const test = document.getElementById("client-test");
if (test && test.dataset.source) {
  const renew = async () => {
    const answer = await fetch(location.pathname, {credentials: "same-origin"}).catch(() => null);
    if (!answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("client-test");
    if (!fresh || !fresh.dataset.revision) return location.reload();
    const focused = document.activeElement && document.activeElement.id;
    test.dataset.revision = fresh.dataset.revision;
    // The elements stay, so that what there is to do now is read aloud.
    for (const id of ["test-now", "test-rest"]) {
      document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
    }
    const again = focused && document.getElementById(focused);
    if (again) again.focus();
  };

  const look = async () => {
    let isRunning = true;
    if (!document.hidden) {
      const answer = await fetch(test.dataset.source, {credentials: "same-origin"}).catch(() => null);
      if (answer && (answer.status === 401 || answer.status === 404)) return location.reload();
      const news = answer && answer.ok ? await answer.json() : null;
      if (news && String(news.revision) !== test.dataset.revision) await renew();
      const seconds = document.getElementById("test-seconds");
      if (news && seconds && news.seconds !== undefined) seconds.textContent = String(news.seconds);
      isRunning = !news || news.running || String(news.revision) !== test.dataset.revision;
    }
    if (isRunning) setTimeout(look, 150);
  };
  look();
}
