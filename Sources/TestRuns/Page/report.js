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
