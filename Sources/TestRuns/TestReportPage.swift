/// The style sheet and the script of every HTML report.
enum TestReportPage {
  /// Text has a contrast of at least 4.5 to 1 in both schemes; marks are words, not only colours.
  static let style = """
    :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--ink:#1c2028;--paper:#fff;--soft:#5a6170;--line:#c9cdd6;--box:#f4f5f8;--link:#0b57b0}
    @media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--paper:#111318;--soft:#a9afbd;--line:#3a3f4d;--box:#1c2028;--link:#7ab4ff}}
    body{margin:0;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
    header,main{max-width:1100px;margin:0 auto;padding:0 20px}h1{font-size:24px;margin:20px 0 4px}h2{font-size:19px;margin:28px 0 8px}
    h2 small{color:var(--soft);font-weight:normal}h3{font-size:14px;margin:12px 0 2px;color:var(--soft)}ul,ol{margin:0;padding-left:26px}
    a{color:var(--link)}.sums{list-style:none;display:flex;flex-wrap:wrap;gap:8px 22px;padding:0;margin:8px 0}
    .facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}dt{color:var(--soft)}dd{margin:0}
    .hint{border-left:4px solid #a66a00;padding-left:10px}.note{white-space:pre-wrap;border-left:4px solid var(--line);padding-left:10px}
    .time{color:var(--soft);margin:6px 0 0;font-size:14px}
    .mark{display:inline-block;min-width:5.2em;text-align:center;border-radius:6px;padding:0 8px;font-size:13px;color:#fff;background:#5a6170}
    .mark.pass{background:#12632e}.mark.fail{background:#a31621}.mark.blocked{background:#7a4a00}
    form{position:sticky;top:0;background:var(--paper);padding:10px 0;display:flex;gap:14px;flex-wrap:wrap;align-items:center;border-bottom:1px solid var(--line)}
    form[hidden],[hidden]{display:none}input,select{font:inherit;color:inherit;background:var(--box);border:1px solid var(--soft);border-radius:6px;padding:3px 8px}
    .case{border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:6px 12px;background:var(--box)}summary{cursor:pointer}
    .case>summary b+b{margin-left:6px}.case img{max-width:100%;height:auto;display:block;margin:10px 0}pre{overflow:auto;font-size:13px;line-height:1.25}
    table{border-collapse:collapse;width:100%}th,td{text-align:left;border-bottom:1px solid var(--line);padding:4px 8px;vertical-align:top}
    :focus-visible{outline:3px solid #2f81f7;outline-offset:2px}
    @media print{form{display:none}.case{break-inside:avoid}}
    """

  /// Filters the cases. The address keeps the filters, so that a link leads to the same view.
  static let script = """
    const $=id=>document.getElementById(id),tools=$("tools"),names=["mark","area","filter"];
    const cases=[...document.querySelectorAll(".case")],texts=cases.map(e=>e.textContent.toLowerCase());
    function show(){
      const words=$("filter").value.toLowerCase().split(" ").filter(Boolean);let shown=0;
      cases.forEach((e,i)=>{
        const fits=(!$("mark").value||e.dataset.mark===$("mark").value)&&(!$("area").value||e.dataset.area===$("area").value)
          &&words.every(w=>texts[i].includes(w));
        e.hidden=!fits;shown+=fits;
      });
      document.querySelectorAll(".area").forEach(e=>{e.hidden=!e.querySelector(".case:not([hidden])")});
      $("count").textContent=$("count").dataset.words.replace("{count}",shown).replace("{all}",cases.length);
    }
    const asked=new URLSearchParams(location.hash.slice(1));
    names.forEach(n=>{if(asked.has(n))$(n).value=asked.get(n)});
    tools.hidden=false;tools.onsubmit=e=>e.preventDefault();
    tools.oninput=()=>{show();history.replaceState(null,"","#"+new URLSearchParams(names.filter(n=>$(n).value).map(n=>[n,$(n).value])))};
    addEventListener("keydown",e=>{if(e.key==="/"&&!/INPUT|SELECT/.test(e.target.tagName)){e.preventDefault();$("filter").focus()}});
    document.addEventListener("click",e=>{const to=e.target.closest('a[href^="#"]'),found=to&&$(to.getAttribute("href").slice(1));if(found){found.hidden=false;found.open=true}});
    show();document.body.dataset.ready="yes";
    """
}
