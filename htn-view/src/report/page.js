"use strict";
// The data of a report is embedded, and that of a running game comes from its server. Text from the game is only set as
// `textContent`, never as HTML.
let data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const el = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
const say = (tag, cls, text) => { const e = el(tag, cls, text); e.dir = "auto"; return e; };
const svg = (tag, attrs) => { const e = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; };
const { live, rate } = data;
let { begins, ends, texts: T } = data;
const MARKS = ["waiting", "running", "done", "failed"], GLYPHS = ["○", "◐", "●", "✕"];
const KINDS = ["plan", "no plan", "start", "end", "failure", "wait", "repair", "note", "missing", "restart", "halt"];
// The state of the planner of a halted squad.
const HALTED = 3;
// Of more squads than these, a running game shows one.
const MANY = 8;

const time = tick => {
  const tenths = Math.floor(tick / rate * 10 + 1e-6), s = Math.floor(tenths / 10);
  return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0") + "." + tenths % 10;
};
const hue = name => { let h = 7; for (const c of name) h = (h * 31 + c.codePointAt(0)) % 360; return h; };
const second = Math.max(1, Math.round(rate));

// The index of the first element that begins after a tick; elements are in order and do not overlap.
const after = (spans, tick) => { let low = 0, high = spans.length; while (low < high) { const mid = (low + high) >> 1; if (spans[mid].from <= tick) low = mid + 1; else high = mid; } return low; };
const nearby = (spans, span) => spans.slice(Math.max(0, after(spans, span.from) - 1), after(spans, span.to) + 1);

// The elements at a tick, without a scan: lists for spans of time.
function index(items, from, to) {
  const STRETCH = Math.max(64, Math.ceil((ends - begins + 1) / 1024));
  const stretches = Array.from({ length: Math.floor((ends - begins) / STRETCH) + 1 }, () => []);
  const at = tick => Math.max(0, Math.min(stretches.length - 1, Math.floor((tick - begins) / STRETCH)));
  for (const item of items) for (let i = at(from(item)), last = at(to(item)); i <= last; i++) stretches[i].push(item);
  return tick => stretches[at(tick)];
}
// The elements of an ordered list that may overlap a window.
function within(spans, from, to) {
  if (spans.longest === undefined) spans.longest = spans.reduce((most, span) => Math.max(most, span.to - span.from), 1);
  return spans.slice(after(spans, from - spans.longest - 1), after(spans, to));
}

// ——— prepare the squads ———
// The shown squads, and their rows, log lines and facts. `prepare` computes them from `data`.
let squads = [], agents = [], log = [], facts = [], factsAt = null, grouped = new Map(), asEver = new Set();
let picked = "";
// A director's clock may restart and numbers of plans repeat: the key of a plan includes its segment.
const SEGMENT = 2 ** 32, number = id => id % SEGMENT, segment = id => Math.floor(id / SEGMENT);
const planName = id => "plan " + number(id) + (segment(id) ? ` (segment ${segment(id) + 1})` : "");
function prepareSquad(raw, index0) {
  const segments = raw.restarts.map(from => ({ from }));
  const key = (tick, plan) => plan && segments.length ? plan + SEGMENT * after(segments, tick) : plan;
  const over = to => to ?? ends + 1;
  const squad = { index: index0, name: raw.name, restarts: raw.restarts, prefix: data.squads.length > 1 ? raw.name + " · " : "" };
  squad.actions = raw.actions.map(([who, from, to, ended, call, plan, step, why]) => [who, from, over(to), ended, call, key(from, plan), step, why]);
  squad.waits = raw.waits.map(([who, from, to, call, plan, step, why, held]) => [who, from, over(to), call, key(from, plan), step, why, held]);
  squad.plans = raw.plans.map(plan => {
    for (const version of plan.versions) version.end = over(version.to);
    return { ...plan, id: key(plan.from, plan.id), to: over(plan.to), repairs: plan.repairs.map(([from, to]) => [from, over(to)]) };
  });
  squad.rows = raw.agents.map(a => ({ squad, name: T[a], spans: [], waits: [] }));
  const rowOf = new Map(raw.agents.map((a, at) => [a, squad.rows[at]]));
  for (const [who, from, to, ended, call, plan, step, why] of squad.actions) {
    for (const w of who) rowOf.get(w)?.spans.push({ what: "action", squad, from, to, ended, call, plan, step, why });
  }
  for (const [who, from, to, call, plan, step, why, held] of squad.waits) {
    if (to > from) for (const w of who) rowOf.get(w)?.waits.push({ what: "wait", squad, from, to, call, plan, step, why, held });
  }
  // Of two simultaneous actions, the longer one is above: voice lines are spoken during other actions.
  for (const row of squad.rows) {
    row.spans.sort((a, b) => a.from - b.from);
    const above = [], overlap = (a, b) => a.from < b.to && b.from < a.to;
    for (const span of row.spans.slice().sort((a, b) => (b.to - b.from) - (a.to - a.from))) {
      span.beside = nearby(above, span).some(o => overlap(o, span));
      if (!span.beside) above.splice(after(above, span.from), 0, span);
    }
    row.waits.sort((a, b) => a.from - b.from);
  }
  squad.rows.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  squad.plansAt = index(squad.plans, plan => plan.from, plan => plan.to);
  squad.waitsAt = index(squad.waits, wait => wait[1], wait => wait[2]);
  squad.ended = squad.plans.filter(plan => plan.words).sort((a, b) => a.to - b.to);
  const searches = raw.searches.map(s => ({ what: "search", squad, from: s[0], to: s[0] + 1, search: s, why: -1 }));
  const planner = { squad, name: "planner", spans: [], waits: [], searches };
  squad.whys = raw.whys.map(([tick, about, plan, known, same, lines]) => ({ tick, about, plan: key(tick, plan), known, same, lines }));
  squad.whysAt = new Map();
  for (const why of squad.whys) { const at = squad.whysAt.get(why.tick); if (at) at.push(why); else squad.whysAt.set(why.tick, [why]); }
  squad.most = raw.searches.reduce((most, s) => Math.max(most, s[2]), 1);
  agents.push(...squad.rows, planner);
  if (raw.planner && raw.planner[0] === HALTED) {
    const last = raw.log.filter(line => KINDS[line[1]] === "halt").pop();
    squad.halted = last ? T[last[4]] : "halted";
  }
  for (const [tick, kind, plan, who, text, own] of raw.log) log.push({ squad, tick, kind, plan: key(tick, plan), who: who.map(w => T[w]), text: T[text], own });
  for (const [predicate, text, from, to] of raw.facts) facts.push({ group: squad.prefix + T[predicate], text: T[text], from, to: to === null ? Infinity : to });
  return squad;
}
function prepare() {
  ({ begins, ends, texts: T } = data);
  [agents, log, facts, grouped, asEver] = [[], [], [], new Map(), new Set()];
  squads = data.squads.flatMap((raw, at) => !picked || raw.name === picked ? [prepareSquad(raw, at)] : []);
  log.sort((a, b) => a.tick - b.tick);
  factsAt = index(facts, fact => fact.from, fact => fact.to + second);
  for (const fact of facts) { if (!grouped.has(fact.group)) asEver.add(fact.group); grouped.set(fact.group, []); }
  for (const fact of facts) if (fact.from > begins || fact.to !== Infinity) asEver.delete(fact.group);
  filteredBy = null;
}
// The tree of a plan, computed when it is first shown.
function ready(v) {
  if (v.roots) return v;
  v.children = v.nodes.map(() => []); v.roots = [];
  const first = v.nodes.map(() => Infinity);
  v.steps.forEach((step, i) => { for (let n = step[1]; n !== null && first[n] === Infinity; n = v.nodes[n][0]) first[n] = i; });
  const put = (parent, item) => (parent === null ? v.roots : v.children[parent]).push(item);
  v.nodes.forEach((node, i) => put(node[0], { node: i, at: first[i] }));
  v.steps.forEach((step, i) => put(step[1], { step: i, at: i }));
  for (const list of [v.roots, ...v.children]) list.sort((a, b) => a.at - b.at || (a.node ?? 0) - (b.node ?? 0));
  return v;
}
// ——— the current time ———
let now = begins, windowTicks = live ? 60 * second : Math.min(60 * second, Math.max(ends - begins, second)), chosen = null, asked = null, playing = 0, theme = null;
// True if the view moves on with the running game.
let following = !!live;
const folded = new Map();

function go(tick) {
  now = Math.max(begins, Math.min(ends, Math.round(tick)));
  following = !!live && now >= ends;
  $("slider").value = now;
  draw();
}

function draw() {
  $("clock").replaceChildren(el("b", "", time(now)), el("span", "", "tick " + now));
  $("slider").setAttribute("aria-valuetext", time(now));
  drawMap(); drawRows(); drawPlans(); drawFacts(); drawLog(); drawWhy(); drawTree(); drawLive();
}

// ——— the map ———
const shapes = new Map(), layers = [svg("g", {}), svg("g", {}), svg("g", {})];
function buildMap() {
  $("map-card").hidden = !data.scene;
  if (!data.scene) return;
  if (!layers[0].parentNode) { $("map").append(...layers); panZoom($("map")); }
  $("map").home(data.scene.box);
  data.scene.shapes.forEach(shape => { if (!shapes.has(shape)) shapes.set(shape, { layers, seen: -1 }); });
}
function clearMap() { shapes.clear(); layers.forEach(layer => layer.replaceChildren()); }
// Lets the wheel zoom a picture, and the pointer drag it. A double click shows all of it again. `home` sets the whole
// picture, which is shown until the user zooms or drags.
function panZoom(picture) {
  let whole = [0, 0, 1, 1], view = null, drag = null;
  const show = () => picture.setAttribute("viewBox", (view || whole).join(" "));
  const scale = () => { const [, , w, h] = view || whole, box = picture.getBoundingClientRect(); return Math.max(w / box.width, h / box.height) || 1; };
  picture.home = box => { whole = box; show(); };
  picture.whole = () => { view = null; show(); };
  picture.zoom = (factor, px, py) => {
    const [x, y, w, h] = view || whole, least = Math.min(whole[2], whole[3]) / 40, most = Math.max(whole[2], whole[3]) * 4;
    if (Math.min(w, h) * factor < least || Math.max(w, h) * factor > most) return;
    const fx = px ?? x + w / 2, fy = py ?? y + h / 2;
    view = [fx - (fx - x) * factor, fy - (fy - y) * factor, w * factor, h * factor];
    show();
  };
  picture.pan = (dx, dy) => { const [x, y, w, h] = view || whole; view = [x + dx, y + dy, w, h]; show(); };
  const place = e => { const at = picture.getScreenCTM(); return at ? new DOMPoint(e.clientX, e.clientY).matrixTransform(at.inverse()) : { x: 0, y: 0 }; };
  picture.addEventListener("wheel", e => { e.preventDefault(); const at = place(e); picture.zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, at.x, at.y); }, { passive: false });
  picture.addEventListener("pointerdown", e => { if (e.button === 0) drag = { x: e.clientX, y: e.clientY, moved: false }; });
  picture.addEventListener("pointermove", e => {
    if (!drag) return;
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    if (!drag.moved) picture.setPointerCapture(e.pointerId);
    picture.pan(-dx * scale(), -dy * scale());
    drag = { x: e.clientX, y: e.clientY, moved: true };
  });
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { drag = null; });
  picture.addEventListener("dblclick", () => picture.whole());
}
function drawMap() {
  if (!data.scene) return;
  const unit = data.scene.unit;
  for (const [shape, view] of shapes) {
    const states = shape.states;
    let at = -1;
    for (let low = 0, high = states.length - 1; low <= high;) { const mid = (low + high) >> 1; if (states[mid][0] <= now) { at = mid; low = mid + 1; } else high = mid - 1; }
    const key = at + (chosen === T[shape.name] ? "!" : "");
    if (view.seen === key) continue;
    view.seen = key;
    if (view.element) { view.element.remove(); view.element = null; }
    if (at < 0 || states[at][1] === null) continue;
    const [, kind, tone, label, points] = states[at];
    const path = points.map(p => "M" + p.map(c => c.join(" ")).join("L") + (kind === 0 ? "Z" : "")).join("");
    const g = svg("g", { class: (kind === 2 ? "mark " : "") + tone });
    const text = T[label];
    if (kind === 2) {
      const [cx, cy] = points[0][0];
      g.append(svg("circle", { cx, cy, r: unit * .62, "stroke-width": unit * .1 }));
      const t = svg("text", { x: cx, y: cy, "font-size": unit * .72 }); t.textContent = text; g.append(t);
      const title = svg("title", {}); title.textContent = T[shape.name]; g.append(title);
      if (chosen === T[shape.name]) g.classList.add("chosen");
      g.addEventListener("click", () => choose(T[shape.name]));
    } else {
      g.append(svg("path", { d: path, class: (kind === 0 ? "area " : "line ") + tone, "stroke-width": unit * .35 }));
      if (text) {
        const all = points.flat(), mid = i => all.reduce((sum, p) => sum + p[i], 0) / all.length;
        const t = svg("text", { x: mid(0), y: mid(1), class: "caption", "font-size": unit * .8 }); t.textContent = text; g.append(t);
      }
    }
    view.element = g;
    view.layers[kind].append(g);
  }
}

// ——— agents ———
const ROW = 46;
function drawRows() {
  const box = $("rows"), inner = $("rows-inner");
  inner.style.height = agents.length * ROW + "px";
  // The window: the current time is at two thirds of it.
  const from = Math.max(begins, Math.min(now - windowTicks * 2 / 3, ends - windowTicks)), to = from + windowTicks;
  const x = tick => (tick - from) / windowTicks * 100;
  const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 2), last = Math.min(agents.length, first + Math.ceil((box.clientHeight || 500) / ROW) + 5);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(drawRow(agents[i], i, from, to, x));
  inner.replaceChildren(...rows);
  const axis = [], spans = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800];
  const step = spans.find(s => windowTicks / rate / s <= 8) || 3600;
  for (let s = Math.ceil(from / rate / step) * step; s * rate <= to; s += step) {
    const mark = el("span", "", time(s * rate).replace(/\.0$/, "")); mark.style.left = x(s * rate) + "%"; if (x(s * rate) >= 6 && x(s * rate) <= 94) axis.push(mark);
  }
  $("axis").replaceChildren(...axis);
  const seconds = Math.round(windowTicks / rate);
  $("zoom-text").textContent = seconds >= 120 ? Math.round(seconds / 60) + " min" : seconds + " s";
}
// In the row of an agent, its actions omit the agent: `cuff(Ash, suspect 2)` is `cuff suspect 2` in Ash's.
const brief = (call, name) => {
  const at = call.indexOf("(");
  if (at < 0) return call;
  const inside = call.slice(at + 1, -1);
  return (call.slice(0, at) + " " + (inside === name ? "" : inside.startsWith(name + ", ") ? inside.slice(name.length + 2) : inside)).trim();
};
function doing(row) {
  if (row.searches) { const last = row.searches[after(row.searches, now) - 1]; return last ? last.search[3] + " steps" : ""; }
  const here = within(row.spans, now, now).filter(s => now < s.to);
  const span = here.find(s => !s.beside) || here[0];
  if (span) return brief(T[span.call], row.name);
  const wait = within(row.waits, now, now).find(w => now < w.to);
  return wait ? (wait.held ? "is held" : "waits") : "";
}
function drawRow(row, i, from, to, x) {
  const r = el("div", "row" + (chosen === row.name ? " chosen" : "")); r.style.top = i * ROW + "px";
  const who = el("button", "who"); who.append(say("b", "", row.name), say("small", "", row.squad.prefix + (doing(row) || "—")));
  who.title = row.squad.prefix + row.name + ": " + (doing(row) || "nothing");
  who.addEventListener("click", () => choose(row.name));
  const lane = el("div", "lane");
  const place = (b, span) => { const left = Math.max(0, x(span.from)), right = Math.min(100, x(Math.max(span.to, span.from + 1))); b.style.left = left + "%"; b.style.width = Math.max(.25, right - left) + "%"; };
  // Spans that are too small to distinguish are drawn once: a lane has a few hundred points.
  const drawn = {};
  const add = (span, cls, text, short) => {
    if (span.to < from || span.from > to) return;
    const end = x(Math.max(span.to, span.from + 1));
    if (end - (drawn[cls] ?? -1) < .4) return;
    drawn[cls] = end;
    const b = el("button", "span " + cls), inner = el("bdi", "", short || text); b.append(inner); place(b, span);
    b.title = text + "\n" + time(span.from) + "–" + time(span.to) + (T[span.why] ? "\n" + T[span.why] : "");
    b.addEventListener("click", () => ask(span));
    lane.append(b); return b;
  };
  for (const span of within(row.spans, from, to)) {
    const b = add(span, (span.beside ? "beside " : "") + ["", "", "failed", "stopped", "stopped"][span.ended], T[span.call], brief(T[span.call], row.name));
    if (b) b.style.setProperty("--hue", hue(T[span.call].split("(")[0]));
  }
  for (const wait of within(row.waits, from, to)) add(wait, "wait" + (wait.held ? " held" : ""), (wait.held ? "held: " : "waits: ") + T[wait.why]);
  for (const span of row.searches ? within(row.searches, from, to) : []) {
    const s = span.search, b = add(span, "search", (s[1] ? "repair of plan " + s[1] : "search") + ": " + s[3] + " steps");
    if (b) b.style.height = 4 + 34 * Math.log1p(s[2]) / Math.log1p(row.squad.most) + "px";
  }
  for (const tick of row.squad.restarts) if (tick >= from && tick <= to) { const mark = el("div", "restart"); mark.style.left = x(tick) + "%"; mark.title = "the clock restarted"; lane.append(mark); }
  const line = el("div", "now"); line.style.left = x(now) + "%"; lane.append(line);
  r.append(who, lane);
  return r;
}
function choose(name) {
  chosen = chosen === name ? null : name;
  const option = [...$("log-agent").options].find(o => o.value === chosen);
  $("log-agent").value = option ? chosen : "";
  draw();
}

// ——— plans ———
const versionAt = plan => { let v = null; for (const version of plan.versions) if (version.from <= now) v = version; return v && ready(v); };
function marksAt(v) {
  const marks = v.steps.map(step => [step[2], v.from, -1]);
  for (const [tick, step, mark, why] of v.changes) { if (tick > now) break; if (marks[step]) marks[step] = [mark, tick, why]; }
  return marks;
}
// This many plans are shown as trees; the others as one line.
const TREES = 16;
const alive = plan => plan.from <= now && now < plan.to;
function drawPlans() {
  const list = [];
  let count = 0;
  for (const squad of squads) for (const plan of squad.plansAt(now)) if (alive(plan)) list.push(drawPlan(squad, plan, count++ < TREES));
  if (!count) {
    for (const squad of squads) {
      // The last search for the root task found no plan.
      const last = squad.whys.filter(w => w.about < 2 && w.tick <= now).pop();
      if (!last || last.about !== 1) continue;
      const b = el("button", "", squad.prefix + "Why is there no plan?");
      b.addEventListener("click", () => ask({ what: "answer", squad, plan: 0, from: last.tick, to: last.tick, call: -1, why: -1, title: "Why is there no plan?", reasons: [last] }));
      list.push(b);
    }
    let past = null;
    for (const squad of squads) for (const plan of squad.ended) { if (plan.to > now) break; if (!past || plan.to >= past.to) past = plan; }
    list.unshift(say("p", "empty", past ? `None. Plan ${number(past.id)} ${past.words} at ${time(past.to)}.` : "None yet."));
  }
  $("plan-count").textContent = count || "";
  $("plans").replaceChildren(...list);
}
function drawPlan(squad, plan, tree) {
  const v = versionAt(plan), box = el("article", "plan"), head = el("header");
  head.append(say("b", "", `Plan ${number(plan.id)}${plan.goal < 0 ? "" : ": " + T[plan.goal]}`));
  if (squad.prefix) head.append(say("span", "pill squad", squad.name));
  box.append(head);
  if (!v) return box;
  const whole = el("button", "tree-open", "tree");
  whole.title = "Show the tree of the plan as a picture to zoom and drag";
  whole.addEventListener("click", () => openTree(squad, plan));
  const marks = marksAt(v), done = marks.filter(m => m[0] > 1).length;
  head.append(el("span", "pill", `${done} of ${marks.length} steps`));
  const repairs = plan.repairs.filter(r => r[1] <= now).length;
  if (plan.repairs.some(r => r[0] <= now && now < r[1])) head.append(el("span", "pill bad", "needs a repair"));
  if (repairs) head.append(el("span", "pill warn", repairs === 1 ? "repaired once" : `repaired ${repairs} times`));
  const wait = squad.waitsAt(now).filter(w => w[4] === plan.id && w[1] <= now && now < w[2]);
  for (const w of wait.slice(0, 2)) box.append(say("p", "waits", `${T[w[3]]} waits until ${T[w[6]]}`));
  head.append(whole);
  if (tree) box.append(drawItems(squad, plan, v, marks, v.roots, "tree"));
  return box;
}
function drawItems(squad, plan, v, marks, items, cls) {
  const ul = el("ul", cls);
  for (const item of items) {
    // A loop or an `if` without steps is not shown.
    if (item.node !== undefined && v.nodes[item.node][1] < 0 && !below(v, item.node).length) continue;
    const li = el("li");
    if (item.step !== undefined) {
      const [call, , , kind] = v.steps[item.step], [mark, tick, why] = marks[item.step];
      const b = el("button", `item ${MARKS[mark]}${kind === 2 ? "" : " inner"}`);
      const glyph = el("span", "glyph", GLYPHS[mark]); glyph.setAttribute("aria-label", MARKS[mark]);
      b.append(glyph, el("bdi", "", T[call]));
      b.addEventListener("click", () => ask({ what: "step", squad, plan: plan.id, step: item.step, call, from: tick, to: tick, why }));
      li.append(b);
    } else {
      li.append(...drawNode(squad, plan, v, marks, item.node));
    }
    ul.append(li);
  }
  return ul;
}
function below(v, node) { return v.children[node].flatMap(item => item.step !== undefined ? [item.step] : below(v, item.node)); }
function drawNode(squad, plan, v, marks, node) {
  const [, call, name, branch, doc, bound] = v.nodes[node], steps = below(v, node);
  const states = steps.map(s => marks[s][0]), over = states.length > 0 && states.every(s => s > 1);
  const key = squad.name + "/" + plan.id + "/" + v.from + "/" + node, shut = folded.has(key) ? folded.get(key) : over && v.nodes[node][0] !== null;
  const b = el("button", "item node" + (states.includes(1) ? " on" : ""));
  // Folding has a button of its own, so that selecting a task does not hide its content.
  const fold = el("button", "fold", steps.length === 0 ? "–" : shut ? "▸" : "▾");
  fold.disabled = steps.length === 0;
  fold.setAttribute("aria-expanded", String(!shut)); fold.setAttribute("aria-label", shut ? "Unfold" : "Fold");
  fold.addEventListener("click", () => { folded.set(key, !shut); drawPlans(); });
  b.append(el("bdi", "", call < 0 ? T[name] : T[call]));
  if (T[branch] && T[branch] !== T[name]) b.append(" ", el("bdi", "branch", T[branch]));
  if (shut) b.append(" ", el("span", "bound", `· ${steps.length} done`));
  else if (bound.length) b.append(" ", el("bdi", "bound", bound.map(([n, value]) => T[n] + " = " + T[value]).join(", ")));
  b.title = T[doc] || "";
  b.addEventListener("click", () => ask({ what: "node", squad, plan: plan.id, version: v, node, from: v.from, to: v.end, call, why: -1 }));
  return shut ? [fold, b] : [fold, b, drawItems(squad, plan, v, marks, v.children[node], "")];
}

// ——— the tree of a plan as a picture ———
const WIDE = 230, HIGH = 30, LETTERS = 28;
let treeOf = null, treeDrawn = "";
function openTree(squad, plan) {
  treeOf = { squad: squad.name, plan: plan.id }; treeDrawn = "";
  $("tree-dialog").showModal();
  $("tree").whole();
  drawTree();
}
// Steps and tasks without steps are the leaves, one below the other. A task is beside the middle of its parts.
function arrange(v) {
  const boxes = [], edges = [];
  let row = 0;
  const put = (item, depth) => {
    const box = { ...item, x: depth * WIDE, y: 0 }, kids = item.node === undefined ? [] : v.children[item.node].filter(kid => kid.node === undefined || v.nodes[kid.node][1] >= 0 || below(v, kid.node).length).map(kid => put(kid, depth + 1));
    box.y = kids.length ? (kids[0].y + kids[kids.length - 1].y) / 2 : row++ * HIGH;
    for (const kid of kids) edges.push([box, kid]);
    boxes.push(box);
    return box;
  };
  for (const item of v.roots) put(item, 0);
  return { boxes, edges, box: [-12, -12, (Math.max(0, ...boxes.map(b => b.x)) + WIDE) + 12, Math.max(1, row) * HIGH + 12] };
}
function drawTree() {
  if (!treeOf || !$("tree-dialog").open) return;
  const squad = squads.find(s => s.name === treeOf.squad), plan = squad && squad.plans.find(p => p.id === treeOf.plan), v = plan && versionAt(plan);
  if (!v) return;
  $("tree-title").textContent = `Plan ${number(plan.id)}${plan.goal < 0 ? "" : ": " + T[plan.goal]}, ${time(now)}`;
  const marks = marksAt(v), key = [squad.name, plan.id, v.from, marks.map(m => m[0]).join("")].join("/");
  if (key === treeDrawn) return;
  treeDrawn = key;
  const { boxes, edges, box } = arrange(v), short = text => text.length > LETTERS ? text.slice(0, LETTERS - 1) + "…" : text, parts = [];
  for (const [a, b] of edges) {
    const x = a.x + WIDE - 20, middle = (x + b.x) / 2, y = a.y + HIGH / 2 - 3, to = b.y + HIGH / 2 - 3;
    parts.push(svg("path", { class: "edge", d: `M${x} ${y}C${middle} ${y} ${middle} ${to} ${b.x} ${to}` }));
  }
  for (const b of boxes) {
    let text, more, mark, what;
    if (b.step !== undefined) {
      const [call] = v.steps[b.step], [state, tick, why] = marks[b.step];
      [text, more, mark] = [T[call], T[why] || "", MARKS[state]];
      what = { what: "step", squad, plan: plan.id, step: b.step, call, from: tick, to: tick, why };
    } else {
      const [, call, name, branch, doc] = v.nodes[b.node], states = below(v, b.node).map(s => marks[s][0]);
      text = call < 0 ? T[name] : T[call];
      more = [T[branch] && T[branch] !== T[name] ? "by the branch " + T[branch] : "", T[doc]].filter(Boolean).join("\n");
      mark = "task " + (states.includes(3) ? "failed" : states.includes(1) ? "running" : states.length && states.every(s => s > 1) ? "done" : "waiting");
      what = { what: "node", squad, plan: plan.id, version: v, node: b.node, from: v.from, to: v.end, call, why: -1 };
    }
    const g = svg("g", { class: "box " + mark, transform: `translate(${b.x} ${b.y})`, tabindex: 0, role: "button" });
    const label = svg("text", { x: 8, y: HIGH / 2 - 2 }), title = svg("title", {});
    label.textContent = short(text); title.textContent = text + (more ? "\n" + more : "");
    g.append(svg("rect", { width: WIDE - 20, height: HIGH - 6, rx: 5 }), label, title);
    g.addEventListener("click", () => { $("tree-dialog").close(); ask(what); });
    g.addEventListener("keydown", e => { if (e.key === "Enter") { $("tree-dialog").close(); ask(what); } });
    parts.push(g);
  }
  $("tree").home(box);
  $("tree").replaceChildren(...parts);
}

// ——— facts ———
let opened = false;
function drawFacts() {
  const filter = $("fact-filter").value.toLowerCase(), list = [], quiet = [];
  let count = 0, fixed = 0;
  for (const all of grouped.values()) all.length = 0;
  for (const fact of factsAt(now)) grouped.get(fact.group).push(fact);
  for (const [name, all] of grouped) {
    const shown = [];
    for (const fact of all) {
      if (fact.from > now || fact.to <= now - second) continue;
      const here = now < fact.to;
      if (here) count++;
      if (!filter || fact.text.toLowerCase().includes(filter) || name.toLowerCase().includes(filter)) shown.push([fact, here]);
    }
    if (!shown.length) continue;
    const group = el("div", "group"), chips = el("div", "chips");
    const head = el("div"); head.append(say("b", "", name), " ", el("span", "count", shown.filter(s => s[1]).length));
    group.append(head, chips);
    for (const [fact, here] of shown.slice(0, 200)) {
      const fresh = fact.from > now - second && fact.from > begins;
      chips.append(say("span", "chip" + (here ? fresh ? " came" : "" : " went"), fact.text || "yes"));
    }
    if (shown.length > 200) chips.append(el("span", "count", `and ${shown.length - 200} more`));
    if (asEver.has(name)) { quiet.push(group); fixed += shown.length; } else list.push(group);
  }
  if (quiet.length) {
    const more = el("details", "group"), summary = el("summary", "", `${fixed} that never change`);
    more.open = opened || !!filter; more.append(summary, ...quiet);
    summary.addEventListener("click", () => { opened = !more.open; });
    list.push(more);
  }
  $("fact-count").textContent = count;
  $("facts").replaceChildren(...(list.length ? list : [el("p", "empty", filter ? "None that match." : "None.")]));
}

// ——— the log ———
const MOST = 150;
function wanted() {
  const who = $("log-agent").value, plan = $("log-plan").value, kind = $("log-kind").value, text = $("log-text").value.toLowerCase();
  return line => (!who || line.who.includes(who)) && (!plan || line.squad.index + "/" + line.plan === plan) && (!kind || KINDS[line.kind] === kind) && (!text || line.text.toLowerCase().includes(text));
}
// The filtered lines: recomputed only when a filter changes.
let filtered = log, filteredBy = null;
function wantedLines() {
  const key = ["log-agent", "log-plan", "log-kind", "log-text"].map(id => $(id).value).join("\n");
  if (key !== filteredBy) { filteredBy = key; filtered = key.trim() ? log.filter(wanted()) : log; }
  return filtered;
}
function drawLog() {
  const all = wantedLines(), count = upTo(now, all), lines = all.slice(Math.max(0, count - MOST), count).reverse();
  $("log-count").textContent = count + (count > MOST ? `, the last ${MOST} of them` : "");
  $("log").replaceChildren(...(lines.length ? lines.map(line => {
    const li = el("li", "k-" + KINDS[line.kind].replace(" ", "-")), b = el("button");
    const whom = line.own && line.who.length ? line.who[0] : line.plan ? "plan " + number(line.plan) : ["restart", "halt"].includes(KINDS[line.kind]) ? "director" : "planner";
    b.append(el("time", "", time(line.tick)), say("span", "whom", line.squad.prefix ? whom + " · " + line.squad.name : whom), say("span", "text", line.text));
    const reasons = (line.squad.whysAt.get(line.tick) || []).filter(w => (KINDS[line.kind] === "no plan" ? w.about === 1 : KINDS[line.kind] === "plan" && line.plan && w.plan === line.plan));
    b.addEventListener("click", () => { if (reasons.length) asked = { what: "answer", squad: line.squad, plan: line.plan, from: line.tick, to: line.tick, call: -1, why: -1, title: line.text, reasons }; go(line.tick); if (reasons.length) showWhy(); });
    if (reasons.length) b.append(el("span", "asks", "why?"));
    li.append(b); return li;
  }) : [el("li", "empty", "Nothing yet.")]));
}
const upTo = (tick, lines) => { let low = 0, high = lines.length; while (low < high) { const mid = (low + high) >> 1; if (lines[mid].tick <= tick) low = mid + 1; else high = mid; } return low; };
function event(direction) {
  const all = wantedLines(), line = direction > 0 ? all[upTo(now, all)] : all[upTo(now - 1, all) - 1];
  go(line ? line.tick : direction > 0 ? ends : begins);
}

// ——— why ———
function showWhy() { $("why-card").hidden = false; drawWhy(); $("why-card").scrollIntoView({ block: "nearest" }); }
function ask(what) { asked = what; $("why-card").hidden = false; draw(); $("why-card").scrollIntoView({ block: "nearest" }); }
// The lines of an explanation about a task: its own, and those below it.
const DONE = 1, LINES = ["search", "done", "failed", "unfinished", "chosen", "refused", "vain", "unseen", "unfinished", "detail", "cut"];
function part(why, call) {
  const at = call < 0 ? 0 : why.lines.findIndex(l => (l[1] === DONE || l[1] === 0) && l[2] === call);
  if (at < 0) return null;
  let end = at + 1;
  while (end < why.lines.length && why.lines[end][0] > why.lines[at][0]) end++;
  return why.lines.slice(at, end);
}
// Lines as a tree. A task or a branch that was not chosen is folded: its first line is the summary.
function tree(lines, open) {
  const root = el("ul", "reasons"), lists = [root], base = lines.length ? lines[0][0] : 0;
  lines.forEach(([depth, about, , text], i) => {
    const level = Math.min(depth - base, lists.length - 1), li = el("li", LINES[about]), more = i + 1 < lines.length && lines[i + 1][0] > depth;
    lists.length = level + 1;
    if (more) {
      const box = el("details"), inner = el("ul");
      box.open = level < open && about !== 5;
      box.append(say("summary", "", T[text]), inner); li.append(box); lists.push(inner);
    } else li.append(say("span", "", T[text]));
    lists[level].append(li);
  });
  return root;
}
// The search of an explanation, and whether it had the same result.
function reasonsFrom(why, lines) {
  const box = el("section", "reason"), head = ["why it was found", "why there is no plan", "why it was repaired in this way", "why it was not repaired"][why.about];
  box.append(el("h4", "", head), tree(lines, 3));
  box.append(el("p", "known", `Searched once more with the facts of ${time(why.known)} (tick ${why.known})` + (why.same ? "." : ", with another result than the director's search, which used other facts.")));
  return box;
}
// The recorded explanation of a node of a plan: of its last repair that has one, otherwise of the plan.
function reasonsOf(squad, plan, v, node) {
  const call = v.nodes[node][1], found = squad.whys.filter(w => w.plan === plan.id && w.tick <= v.from && w.about !== 3);
  for (const why of found.reverse()) { const lines = part(why, call); if (lines) return reasonsFrom(why, lines); }
  return null;
}
function drawWhy() {
  if (!asked) return;
  const box = $("why"), dl = el("dl");
  const put = (term, text) => { if (text) dl.append(el("dt", "", term), say("dd", "", text)); };
  const a = asked, squad = a.squad, plan = squad.plans.find(p => p.id === a.plan), reasons = [];
  let title = a.title || (a.call >= 0 ? T[a.call] : "");
  if (a.what === "search") {
    const [, repairs, slice, steps, bindings, backtracks, deepest, paused] = a.search;
    title = repairs ? `Search for a repair of plan ${repairs}` : "Search for the root task";
    put("when", time(a.from)); put("took", `${slice} steps in this tick, ${steps} so far`); put("search", `${bindings} bindings, ${backtracks} backtracks, depth ${deepest}`);
    put("then", paused ? "paused, continued in the next tick" : "finished");
    for (const why of squad.whysAt.get(a.from) || []) if (why.about < 2) reasons.push(reasonsFrom(why, why.lines));
  } else if (a.what === "answer") {
    put("when", time(a.from));
    for (const why of a.reasons) reasons.push(reasonsFrom(why, why.lines));
  } else if (plan) {
    let v = null;
    for (const version of plan.versions) if (version.from <= Math.max(a.from, plan.from)) v = ready(version);
    if (a.what === "node") v = a.version;
    let node = a.what === "node" ? a.node : v && v.steps[a.step] ? v.steps[a.step][1] : null;
    put("plan", `${number(plan.id)}${plan.goal < 0 ? "" : ", " + T[plan.goal]}, ${time(plan.from)}–${plan.words ? time(plan.to) + ": " + plan.words : "…"}`);
    if (a.what === "action") put("when", `${time(a.from)}–${time(a.to)}: ${["running", "succeeded", "failed", "stopped", "the clock restarted"][a.ended]}`);
    if (a.what === "wait") { put("waited", `${time(a.from)}–${time(a.to)}`); put("until", T[a.why]); }
    if (a.what === "action" || a.what === "step") {
      for (const w of squad.waits.filter(w => w[4] === a.plan && w[5] === a.step && v && w[2] >= v.from && w[1] <= v.end)) put("waited", `${time(w[1])}–${time(w[2])} until ${T[w[6]]}`);
      const act = a.what === "step" && squad.actions.filter(s => s[5] === a.plan && s[4] === a.call && s[1] <= now && now < s[2]).pop();
      if (act) put("runs", "since " + time(act[1]));
      const change = v && v.changes.filter(c => c[1] === a.step);
      for (const [tick, , mark, why] of change || []) put(time(tick), MARKS[mark] + (T[why] ? ": " + T[why] : ""));
    }
    if (a.why >= 0 && a.what === "action") put("because", T[a.why]);
    for (let up = node; up !== null && up !== undefined; up = v.nodes[up][0]) {
      const [, call, name, branch, doc, bound] = v.nodes[up];
      const about = [call < 0 ? T[name] : T[call]];
      if (T[branch] && T[branch] !== T[name]) about.push("by the branch " + T[branch]);
      if (bound.length) about.push("with " + bound.map(([n, value]) => T[n] + " = " + T[value]).join(", "));
      put(up === node && a.what === "node" ? "task" : "part of", about.join(" "));
      if (T[doc]) put("doc", T[doc]);
    }
    put("repaired", plan.repairs.filter(r => r[0] <= now).map(([from, to]) => `${time(from)}–${time(to)}`).join(", "));
    // The explained task: for a block of a body, the task that contains it.
    let decided = node;
    while (v && decided !== null && decided !== undefined && v.nodes[decided][1] < 0) decided = v.nodes[decided][0];
    const why = v && decided !== null && decided !== undefined ? reasonsOf(squad, plan, v, decided) : null;
    if (why) reasons.push(why);
    for (const w of squad.whys) if (w.plan === plan.id && w.about === 3 && w.tick <= now) reasons.push(reasonsFrom(w, w.lines));
  }
  // Drawn once for each selection, so that opened parts stay open while time passes.
  const key = [title, a.what, a.plan, a.step, a.node, a.from, reasons.length, dl.textContent].join("\n");
  if (key === whyDrawn) return;
  whyDrawn = key;
  box.replaceChildren(say("h3", "", title), dl, ...reasons);
}
let whyDrawn = "";

// ——— time ———
function play(on) {
  playing = on; $("play").textContent = on ? "❚❚" : "▶"; $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return;
  if (now >= ends && !live) go(begins);
  let last = performance.now(), at = now;
  const frame = t => {
    if (!playing) return;
    at += (t - last) / 1000 * rate * Number($("speed").value); last = t;
    if (Math.round(at) !== now) { if (Math.abs(at - now) > second * 40) at = now; go(at); }
    if (now >= ends && !live) return play(0);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
// Stops to follow the running game.
function freeze() { play(0); following = false; drawLive(); }
function density() {
  const c = $("density"), w = c.width = c.clientWidth * devicePixelRatio, h = c.height = 28 * devicePixelRatio, g = c.getContext("2d");
  if (!w) return;
  const style = getComputedStyle(document.documentElement), colour = n => style.getPropertyValue(n).trim();
  const bins = Math.max(1, Math.floor(c.clientWidth / 4)), all = new Array(bins).fill(0), bad = new Array(bins).fill(0);
  const bin = tick => Math.min(bins - 1, Math.floor((tick - begins) / Math.max(1, ends - begins) * bins));
  for (const line of log) { if (line.tick < begins) continue; all[bin(line.tick)]++; if (line.kind === 4 || line.kind === 6) bad[bin(line.tick)]++; }
  const most = all.reduce((a, b) => Math.max(a, b), 1), height = n => n ? Math.max(2 * devicePixelRatio, Math.sqrt(n / most) * h * .8) : 0, width = w / bins;
  for (let i = 0; i < bins; i++) {
    g.fillStyle = colour("--hatch"); g.fillRect(i * width, h - height(all[i]), width - devicePixelRatio, height(all[i]));
    g.fillStyle = colour("--bad"); g.fillRect(i * width, h - height(bad[i]), width - devicePixelRatio, height(bad[i]));
  }
}
function zoom(factor) { windowTicks = Math.max(5 * second, Math.min(Math.max(ends - begins, 5 * second), windowTicks * factor)); draw(); }
function toggleTheme() {
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme = dark ? "light" : "dark"; document.documentElement.dataset.theme = theme; density(); draw();
}
function options(select, all, list) {
  const key = JSON.stringify([all, list]), value = select.value;
  if (select.key === key) return;
  select.key = key;
  select.replaceChildren(...[["", all], ...list].map(([value, text]) => { const o = el("option", "", text); o.value = value; return o; }));
  if (list.some(([other]) => other === value)) select.value = value;
}

// ——— a running game ———
let state = "connecting", source = null, due = 0, cost = 0;
function drawLive() {
  if (!live) return;
  const b = $("live");
  b.className = state === "live" ? following ? "on" : "behind" : "off";
  b.textContent = state !== "live" ? state : following ? "● live" : "○ behind";
  b.title = state === "live" && !following ? "Back to the running game (End)" : "";
  drawHalts();
  $("play").textContent = playing || following ? "❚❚" : "▶";
  $("play").setAttribute("aria-label", playing || following ? "Pause" : "Play");
}
// With the token, squads can be halted and continued. It is a part of the address that the game prints.
const token = (location.hash.match(/token=([0-9a-f]+)/) || [])[1];
function control(what, names) {
  for (const name of names) {
    fetch("control", { method: "POST", headers: { "X-Token": token }, body: what + "\n" + name })
      .then(answer => answer.ok ? "" : answer.text(), String)
      .then(problem => { $("halt").title = problem || "Halt the squads that are shown"; $("halt").classList.toggle("bad", !!problem); });
  }
}
// The reason why a squad is halted is in its log.
let haltsDrawn = "";
function drawHalts() {
  const halted = squads.filter(squad => squad.halted), free = squads.filter(squad => !squad.halted);
  $("halt").hidden = !token || state !== "live" || !free.length;
  const key = JSON.stringify(halted.map(squad => [squad.name, squad.halted]));
  if (key === haltsDrawn) return;
  haltsDrawn = key;
  $("halts").hidden = !halted.length;
  $("halts").replaceChildren(...halted.map(squad => {
    const line = el("p");
    line.append(say("span", "", squad.prefix + squad.halted));
    if (token) for (const [what, text] of [["tick", "one tick"], ["event", "to the next event"], ["resume", "continue"]]) {
      const b = el("button", "", text);
      b.addEventListener("click", () => control(what, [squad.name]));
      line.append(b);
    }
    return line;
  }));
}
function connect() {
  if (source) source.close();
  source = new EventSource("events");
  source.addEventListener("open", () => { state = "live"; drawLive(); });
  source.addEventListener("whole", e => replace(JSON.parse(e.data)));
  source.addEventListener("news", e => { merge(JSON.parse(e.data)); later(); });
  source.addEventListener("end", () => { source.close(); retry("ended"); });
  source.addEventListener("error", () => {
    // The browser itself tries again, unless the server has refused.
    if (source.readyState === EventSource.CLOSED) retry(state === "ended" ? "ended" : "refused"); else { state = state === "ended" ? state : "reconnecting"; drawLive(); }
  });
}
// The game may start again at the same address.
function retry(reason) { state = reason; drawLive(); setTimeout(connect, 3000); }
// Another run of the game, or the start of what is kept.
function replace(whole) {
  const is_first = !data.squads.length;
  data = { ...whole, live };
  if (is_first && data.squads.length > MANY && !picked) picked = data.squads[0].name;
  if (picked && !data.squads.some(squad => squad.name === picked)) picked = "";
  clearMap(); refresh();
}
// Changes of lists are pairs of an index and an item.
const LISTS = ["actions", "waits", "plans", "facts", "searches", "whys", "log"];
function merge(news) {
  const { texts, squads, scene, ...rest } = news;
  Object.assign(data, rest);
  const [from, ...more] = texts;
  more.forEach((text, at) => { data.texts[from + at] = text; });
  for (const squad of squads) {
    const { at, whole, ...changed } = squad;
    if (whole || !data.squads[at]) { data.squads[at] = changed; continue; }
    const known = data.squads[at];
    for (const key in changed) {
      if (LISTS.includes(key)) for (const [place, item] of changed[key]) known[key][place] = item;
      else known[key] = changed[key];
    }
  }
  if (scene) {
    if (scene.whole || !data.scene) { clearMap(); data.scene = { shapes: [] }; }
    Object.assign(data.scene, { box: scene.box, unit: scene.unit });
    for (const [at, first, thing] of scene.shapes) {
      const known = data.scene.shapes[at];
      if (known) thing.states.forEach((one, place) => { known.states[first + place] = one; });
      else data.scene.shapes[at] = thing;
    }
  }
}
// Changes that arrive together are drawn together. A slow browser draws less often.
function later() {
  if (due) return;
  due = setTimeout(() => { due = 0; const begin = performance.now(); refresh(); cost = performance.now() - begin; }, Math.max(30, 3 * cost));
}
function refresh() {
  prepare();
  // A selection in the old data, found again.
  if (asked) {
    const squad = squads.find(s => s.name === asked.squad.name);
    if (!squad) closeWhy();
    else {
      const row = asked.what === "action" ? "spans" : asked.what === "wait" ? "waits" : null;
      const same = row && squad.rows.flatMap(r => r[row]).find(s => s.plan === asked.plan && s.step === asked.step && s.from === asked.from);
      const plan = squad.plans.find(p => p.id === asked.plan);
      asked = { ...asked, ...same, squad, version: asked.version && plan && plan.versions.find(v => v.from === asked.version.from) };
      if (asked.version) ready(asked.version); else if (asked.what === "node") closeWhy();
    }
  }
  buildMap(); settings(); density();
  go(following ? ends : now);
}

// ——— start ———
const sizes = (list, name) => {
  const sum = of => list.reduce((all, squad) => all + of(squad), 0), forgotten = sum(s => s.forgotten);
  return `${name}: ${sum(s => s.agents.length)} agents, ${sum(s => s.plans.length)} plans, ${sum(s => s.log.length)} lines${forgotten ? ", " + forgotten + " older entries were forgotten" : ""}`;
};
// The parts of the page that depend on the data, but not on the time. Lists are only written when they change, so that an
// open one stays open.
function settings() {
  $("title").textContent = data.title;
  const several = data.squads.length > 1;
  // With many squads, sizes are summed up.
  $("subtitle").textContent = data.squads.length > 4 ? sizes(data.squads, `${data.squads.length} squads`) : data.squads.map(s => sizes([s], (several ? s.name + " · " : "") + s.domain)).join(" — ");
  $("agent-count").textContent = agents.filter(a => !a.searches).length;
  Object.assign($("slider"), { min: begins, max: Math.max(ends, begins + 1) });
  $("squad").hidden = !several;
  options($("squad"), `all ${data.squads.length} squads`, data.squads.map(s => [s.name, s.name + (s.gone ? " (gone)" : "")]));
  $("squad").value = picked;
  options($("log-agent"), "every agent", [...new Set(log.flatMap(l => l.who))].sort().map(n => [n, n]));
  options($("log-plan"), "every plan", squads.flatMap(s => s.plans.map(p => [s.index + "/" + p.id, s.prefix + planName(p.id)])));
  options($("log-kind"), "every kind", KINDS.map(k => [k, k]));
}
function closeWhy() { asked = null; whyDrawn = ""; $("why-card").hidden = true; }
$("slider").addEventListener("input", () => { play(0); go(Number($("slider").value)); });
$("play").addEventListener("click", () => live && following ? freeze() : play(!playing));
$("to-start").addEventListener("click", () => go(begins));
$("to-end").addEventListener("click", () => go(ends));
$("back").addEventListener("click", () => event(-1));
$("forth").addEventListener("click", () => event(1));
$("theme").addEventListener("click", toggleTheme);
$("zoom-in").addEventListener("click", () => zoom(.5));
$("zoom-out").addEventListener("click", () => zoom(2));
$("rows").addEventListener("scroll", drawRows);
$("fact-filter").addEventListener("input", drawFacts);
for (const id of ["log-agent", "log-plan", "log-kind", "log-text"]) $(id).addEventListener("input", drawLog);
$("why-close").addEventListener("click", closeWhy);
$("squad").addEventListener("input", () => { picked = $("squad").value; treeOf = null; refresh(); });
$("live").addEventListener("click", () => go(ends));
$("halt").addEventListener("click", () => control("halt", squads.filter(squad => !squad.halted).map(squad => squad.name)));
$("tree-close").addEventListener("click", () => $("tree-dialog").close());
$("tree-in").addEventListener("click", () => $("tree").zoom(1 / 1.4));
$("tree-out").addEventListener("click", () => $("tree").zoom(1.4));
$("tree-whole").addEventListener("click", () => $("tree").whole());
addEventListener("resize", () => { density(); drawRows(); });
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.id !== "slider") return;
  const step = e.shiftKey ? second : 1;
  const keys = { ArrowLeft: () => go(now - step), ArrowRight: () => go(now + step), " ": () => live && following ? freeze() : play(!playing), Home: () => go(begins), End: () => go(ends), j: () => event(1), k: () => event(-1), t: toggleTheme, "+": () => zoom(.5), "-": () => zoom(2), Escape: () => $("why-close").click() };
  const act = keys[e.key] || keys[e.key.toLowerCase()];
  if ($("tree-dialog").open) return;
  if (!act || e.key === " " && e.target.tagName === "BUTTON") return;
  e.preventDefault(); act();
});
panZoom($("tree"));
$("live").hidden = !live;
prepare();
buildMap(); settings(); density();
const anchor = location.hash.match(/^#(\d+)$/);
go(anchor ? Number(anchor[1]) : now);
if (live) connect();
