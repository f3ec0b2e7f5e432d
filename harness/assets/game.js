(() => {
  "use strict";
  const game = JSON.parse(document.getElementById("game").textContent);
  const { players, areas, faces, things, words, numbers } = game;
  const byId = (id) => document.getElementById(id);

  /** An element with properties and children; texts are never read as HTML. */
  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined || value === null || value === false) continue;
      if (key === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
      else if (key === "class") element.className = value;
      else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // Each step says what is other than before; here is how all was at each.
  const states = [];
  let turn = 0, state = { moment: "", active: -1, numbers: [[], []], notes: [[], []], areas: areas.map(() => []) };
  for (const step of game.steps) {
    state = { ...state };
    if (step.u !== undefined) turn = step.u;
    if (step.w !== undefined) state.moment = words[step.w];
    if (step.v !== undefined) state.active = step.v;
    if (step.s) state.numbers = step.s;
    if (step.n) state.notes = step.n.map((notes) => notes.map((note) => words[note]));
    if (step.a) {
      state.areas = [...state.areas];
      for (const [place, there] of Object.entries(step.a)) state.areas[place] = there;
    }
    state.turn = turn;
    states.push(state);
  }
  const last = states.length - 1;
  // Each player sees some of it otherwise: what the other does in secret isn't seen at all. Lists that are as before stay the same lists.
  const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
  const asSeen = players.map((_, seat) => {
    let before = null;
    return states.map((now, place) => {
      const other = game.steps[place].y?.[seat];
      const keep = (name, value) => (before && alike(before[name], value) ? before[name] : value);
      const areas = other?.a ? now.areas.map((own, number) => other.a[number] ?? own) : now.areas;
      before = { ...now, numbers: keep("numbers", other?.s ?? now.numbers), areas: keep("areas", areas) };
      return before;
    });
  });
  const mayRead = (line) => viewer < 0 || line.h === undefined || line.h === viewer;
  const told = states.map(() => []);
  for (const line of game.story) told[Math.min(line.s, last)]?.push(line);
  // A step is worth a stop if what is chosen there changes something that the viewer sees; mostly somebody passes and nothing does.
  const stops = [-1, 0, 1].map((seat) => {
    const shown = seat < 0 ? states : asSeen[seat];
    return shown.map((now, place) => {
      const next = shown[place + 1];
      const heard = () => told[place + 1].some((line) => seat < 0 || line.h === undefined || line.h === seat);
      return place === 0 || place === last || next.areas !== now.areas || next.numbers !== now.numbers || next.notes !== now.notes || next.turn !== now.turn || heard();
    });
  });
  const turnStarts = states.map((now, place) => place).filter((place) => place === 0 || states[place].turn !== states[place - 1].turn);

  let at = 0, viewer = -1, skipping = true, timer = 0;
  const isStop = (place) => stops[viewer + 1][place];
  /** How all is at a step, as it is seen. */
  const shown = (place) => (viewer < 0 ? states : asSeen[viewer])[place];
  const open = new Set();
  /** The step that is shown before this one: what has changed since then is marked. */
  const prior = (place) => {
    let before = place - 1;
    while (skipping && before > 0 && !isStop(before)) before -= 1;
    return before;
  };

  // Costs and texts: what stands in braces is a symbol.
  const symbol = (code) => {
    const kind = /^[WUBRGC]$/.test(code) ? code : "N";
    return make("span", { class: `pip ${kind}${code.length > 2 ? " long" : ""}` }, code === "T" ? "↷" : code === "Q" ? "↶" : code);
  };
  const withSymbols = (text) => text.split(/\{([^{}]*)\}/).map((part, place) => (place % 2 ? symbol(part) : part));
  const spoken = (text) => text.replace(/\{([^{}]*)\}/g, " $1 ").replace(/ +/g, " ").trim();
  const frame = (face) => {
    const colours = face.k ?? "";
    return colours.length > 1 ? "gold" : colours ? `of${colours}` : "none";
  };

  // What a viewer sees of a thing: the card, or what it looks like.
  const seen = (thing) => {
    const isHidden = viewer >= 0 && (thing.u ?? 0) >> viewer & 1;
    if (!isHidden) return { face: faces[thing.f], isHidden: false };
    return { face: thing.s === undefined ? null : faces[thing.s], isHidden: true };
  };
  const notesOf = (thing, area) => {
    const notes = (thing.n ?? []).map((note) => words[note]);
    const unknown = thing.u ?? 0;
    if (area.k === "hand" && viewer !== 1 - area.s && unknown === 0) notes.push(`known to ${players[1 - area.s]}`);
    if (area.k !== "hand" && viewer < 0 && unknown === 3) notes.push("nobody knows it");
    return notes;
  };

  /** A card as large as it is shown: the whole text. */
  const wholeCard = (face, thing, notes) => {
    const size = (thing && thing.p) || face.p;
    const box = make("div", { class: `face ${frame(face)}` },
      make("div", { class: "head" }, make("strong", {}, face.n), face.c ? make("span", { class: "cost" }, withSymbols(face.c)) : null),
      face.t ? make("div", { class: "types" }, face.t) : null,
      make("div", { class: "text" }, (face.x ?? []).map((line) => make("p", {}, withSymbols(line)))),
      size ? make("div", { class: "size" }, size, thing && thing.p && face.p && thing.p !== face.p ? make("small", {}, ` printed ${face.p}`) : null) : null);
    const all = [box];
    if (notes && notes.length) all.push(make("ul", { class: "notes" }, notes.map((note) => make("li", {}, withSymbols(note)))));
    for (const other of face.o ?? []) all.push(make("p", { class: "soft" }, "Its other face:"), wholeCard(faces[other]));
    return make("div", { class: "whole" }, all);
  };

  const dialog = byId("card");
  const show = (face, thing, notes) => {
    dialog.replaceChildren(
      make("form", { method: "dialog" }, make("button", { class: "close", "aria-label": "Close" }, "×")),
      wholeCard(face, thing, notes));
    dialog.setAttribute("aria-label", face.n);
    hidePeek();
    dialog.showModal();
  };
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  // Where there is a mouse, a card is shown whole beside it.
  const peek = make("div", { id: "peek", "aria-hidden": "true", hidden: true });
  document.body.append(peek);
  const hidePeek = () => { peek.hidden = true; };
  const showPeek = (event, face, thing, notes) => {
    if (event.pointerType !== "mouse" || dialog.open) return;
    peek.replaceChildren(wholeCard(face, thing, notes));
    peek.hidden = false;
    const box = event.currentTarget.getBoundingClientRect(), width = peek.offsetWidth, height = peek.offsetHeight;
    const right = box.right + 8 + width < innerWidth;
    peek.style.left = `${Math.max(4, right ? box.right + 8 : box.left - width - 8)}px`;
    peek.style.top = `${Math.max(4, Math.min(box.top, innerHeight - height - 4))}px`;
  };

  /** A thing on the table, or several alike. `marks` says what the choice has to do with each mark. */
  const card = (group, area, marks, isNew) => {
    const thing = group.things[0], count = group.things.length;
    const { face, isHidden } = seen(thing);
    if (!face) {
      const label = count > 1 ? `${count} unknown cards` : "unknown card";
      return make("li", {}, make("span", { class: "card back", role: "img", "aria-label": label }, make("span", { "aria-hidden": "true" }, count > 1 ? `${count}× ?` : "?")));
    }
    const notes = notesOf(thing, area);
    const roles = [...new Set(group.things.map((one) => marks.get(one.m)).filter(Boolean))];
    const size = isHidden ? face.p : thing.p || face.p;
    const label = [face.n, size, count > 1 ? `${count} of them` : "", thing.t ? "tapped" : "", ...notes.map(spoken), roles.includes("taken") ? "this was chosen" : ""].filter(Boolean).join(", ");
    const classes = ["card", frame(face), thing.t ? "tapped" : "", ...roles, isNew ? "new" : "", area.k === "row" && (face.k === "L" || (face.t ?? "").includes("Land")) ? "land" : ""];
    const button = make("button", {
      type: "button", class: classes.filter(Boolean).join(" "), "aria-label": label,
      on: {
        click: () => show(face, isHidden ? null : thing, notes),
        pointerenter: (event) => showPeek(event, face, isHidden ? null : thing, notes),
        pointerleave: hidePeek,
      },
    },
      make("span", { class: "head" }, make("span", { class: "name" }, count > 1 ? `${count}× ` : null, face.n), face.c ? make("span", { class: "cost" }, withSymbols(face.c)) : null),
      face.t ? make("span", { class: "types" }, face.t) : null,
      (face.x ?? []).length ? make("span", { class: "text" }, face.x.flatMap((line, place) => [place ? make("br") : "", ...withSymbols(line)])) : null,
      make("span", { class: "foot" },
        make("span", { class: "tags" }, thing.t ? make("span", { class: "tag" }, "tapped") : null, notes.map((note) => make("span", { class: "tag" }, withSymbols(note)))),
        size ? make("span", { class: `size${thing.p && face.p && thing.p !== face.p ? " other" : ""}` }, size) : null));
    return make("li", { class: thing.a ? "attached" : null }, button);
  };

  /** What is alike, together: but not what something is attached to. */
  const grouped = (list, area) => {
    const groups = [], found = new Map();
    list.forEach((number, place) => {
      const thing = things[number], next = list[place + 1];
      const alone = area.k === "stack" || area.k === "lane" || thing.a || (next !== undefined && things[next].a);
      const { face } = seen(thing);
      const key = alone ? place : face ? JSON.stringify([thing.f, thing.p, thing.n, thing.t, thing.u]) : "unknown";
      if (found.has(key)) found.get(key).things.push(thing), found.get(key).numbers.push(number);
      else {
        const group = { things: [thing], numbers: [number] };
        found.set(key, group);
        groups.push(group);
      }
    });
    return groups;
  };

  const owned = (area) => (area.s === undefined ? capital(area.n) : `${players[area.s]}: ${area.n}`);

  const drawArea = (place, marks, before) => {
    const area = areas[place];
    let list = shown(at).areas[place];
    // Where a card lies in a hand tells nothing of those that aren't known.
    if (area.k === "hand" && viewer >= 0) list = [...list].sort((one, other) => seen(things[one]).isHidden - seen(things[other]).isHidden);
    const old = new Set(before ? before.areas[place] : list);
    let cards = grouped(list, area).map((group) => card(group, area, marks, group.numbers.some((number) => !old.has(number))));
    if (area.k === "stack" || area.k === "pile") cards = cards.reverse();
    const row = make("ul", { class: `cards ${area.k}`, "data-area": place, "aria-label": `${owned(area)}, ${list.length}` }, cards);
    if (area.k === "pile") {
      if (!list.length) return null;
      const top = seen(things[list.at(-1)]).face;
      const roles = list.map((number) => marks.get(things[number].m));
      const role = ["taken", "asked", "could"].find((one) => roles.includes(one)) ?? "";
      const box = make("details", { class: `pile ${role}`, open: open.has(place), on: { toggle: (event) => (event.target.open ? open.add(place) : open.delete(place)) } },
        make("summary", {}, `${capital(area.n)} `, make("b", {}, String(list.length)), top ? make("span", { class: "soft" }, ` ${top.n}`) : null), row);
      return box;
    }
    if (!list.length && (area.k === "stack" || area.n.startsWith("other"))) return null;
    return make("div", { class: `area ${area.k}${list.length ? "" : " empty"}` }, make("h4", {}, capital(area.n)), row);
  };

  const drawSeat = (seat, marks, before) => {
    const now = shown(at);
    const figures = numbers.map((name, place) => {
      const value = now.numbers[seat][place], old = before ? before.numbers[seat][place] : value;
      const change = value - old;
      return make("div", { class: place === 0 ? "first" : null }, make("dt", {}, capital(name)),
        make("dd", {}, String(value), change ? make("span", { class: change < 0 ? "less" : "more" }, ` ${change < 0 ? "−" : "+"}${Math.abs(change)}`) : null));
    });
    const role = marks.get(16777216 + seat) ?? "";
    const head = make("div", { class: "player" },
      make("h3", {}, players[seat], now.active === seat ? make("span", { class: "turn" }, "their turn") : null, role === "taken" ? make("span", { class: "turn chosen" }, "chosen") : null),
      make("dl", {}, figures),
      now.notes[seat].length ? make("p", { class: "tags" }, now.notes[seat].map((note) => make("span", { class: "tag" }, withSymbols(note)))) : null);
    const own = areas.map((area, place) => place).filter((place) => areas[place].s === seat && areas[place].k !== "lane");
    const of = (...kinds) => own.filter((place) => kinds.includes(areas[place].k)).map((place) => drawArea(place, marks, before));
    // The player at the top sits opposite: the rows in which creatures fight are in the middle.
    const [front, ...back] = of("row");
    const rows = front ? [front, make("div", { class: "backrow" }, back)] : [];
    const parts = seat === 1 ? [head, ...of("hand"), ...of("pile"), ...rows.reverse()] : [...rows, ...of("pile"), ...of("hand"), head];
    return make("section", { class: `seat seat${seat} ${role}`, "aria-label": players[seat] }, parts);
  };

  const drawLanes = (marks, before) => {
    const lanes = [...new Set(areas.filter((area) => area.k === "lane").map((area) => area.l))];
    if (!lanes.length) return null;
    return make("div", { class: "lanes" }, lanes.map((lane) => {
      const places = areas.map((area, place) => place).filter((place) => areas[place].k === "lane" && areas[place].l === lane);
      const find = (seat) => places.find((place) => areas[place].s === seat);
      return make("section", { class: "site", "aria-label": capital(areas[places[0]].n) }, [1, undefined, 0].map((seat) => drawArea(find(seat), marks, before)));
    }));
  };

  /** Where on the board the focus is, to be put back there when the board is drawn anew: the area and the place in it. */
  const focused = () => {
    const item = document.activeElement?.closest("#board li"), row = item?.closest("ul[data-area]");
    return row ? [row.dataset.area, [...row.children].indexOf(item)] : null;
  };
  const refocus = (where) => {
    if (!where) return;
    const cards = [...document.querySelectorAll(`#board ul[data-area="${where[0]}"] button`)];
    (cards[Math.min(where[1], cards.length - 1)] ?? slider).focus({ preventScroll: true });
  };

  const drawBoard = () => {
    const step = game.steps[at], before = at > 0 ? shown(prior(at)) : null;
    const marks = new Map();
    if (step.p !== undefined && (viewer < 0 || viewer === step.p)) {
      for (const mark of step.m ?? []) if (mark !== null) marks.set(mark, "could");
      if (step.b !== undefined) marks.set(step.b, "asked");
      const taken = step.m && step.t !== undefined ? step.m[step.t] : null;
      if (taken !== null && taken !== undefined) marks.set(taken, "taken");
    }
    const shared = (kind) => areas.map((area, place) => place).filter((place) => areas[place].s === undefined && areas[place].k === kind).map((place) => drawArea(place, marks, before));
    const middle = make("div", { class: "middle" }, shared("stack"), drawLanes(marks, before));
    hidePeek();
    const where = focused();
    const hasBoard = areas.length > 0;
    byId("board").hidden = !hasBoard;
    document.body.classList.toggle("no-board", !hasBoard);
    byId("board").replaceChildren(...(hasBoard ? [make("h2", { class: "unseen" }, "The board"), drawSeat(1, marks, before), middle, drawSeat(0, marks, before), ...shared("pile").filter(Boolean)] : []));
    refocus(where);
  };

  const MOST = 14;
  const drawDecision = () => {
    const step = game.steps[at], box = byId("decision");
    const title = (text) => make("h2", { id: "decision-title" }, text);
    if (step.p === undefined || (at === last && step.t === undefined && step.c.length === 0)) {
      box.replaceChildren(title("The end"), make("p", {}, game.result));
      return;
    }
    const who = players[step.p];
    if (viewer >= 0 && viewer !== step.p) {
      box.replaceChildren(title(`${who} has a choice`), make("p", { class: "soft" }, `What ${who} could choose says what is in ${who}'s hand: ${players[viewer]} doesn't see it.`));
      return;
    }
    const item = (choice, place) => {
      const taken = place === step.t;
      return make("li", { class: taken ? "taken" : null, "aria-current": taken ? "true" : null, value: place + 1 }, withSymbols(words[choice]), taken ? make("span", { class: "tag chosen" }, "chosen") : null);
    };
    const first = step.c.map((choice, place) => [choice, place]).filter(([, place]) => place < MOST || place === step.t);
    const rest = step.c.map((choice, place) => [choice, place]).filter(([, place]) => place >= MOST && place !== step.t);
    box.replaceChildren(
      title(`${who}: ${words[step.q]}`),
      make("p", { class: "soft" }, step.t === undefined ? `The game was followed as far as here. ${step.c.length} legal choices:` : step.c.length === 1 ? "One legal choice:" : `${step.c.length} legal choices:`),
      make("ol", { class: "choices" }, first.map(([choice, place]) => item(choice, place))),
      rest.length ? make("details", {}, make("summary", {}, `${rest.length} more`), make("ol", { class: "choices" }, rest.map(([choice, place]) => item(choice, place)))) : "");
    if (at === last) box.append(make("p", {}, game.result));
  };

  // The story is made once; steps only say which of its lines are now.
  const lines = [];
  const story = byId("story");
  const scroller = make("div", { class: "scroller" });
  const makeStory = () => {
    const list = make("ol", { class: "lines" });
    game.story.forEach((line) => {
      const link = make("a", { href: `#step-${Math.min(line.s, last) + 1}`, tabindex: line.l === 0 ? null : "-1" }, withSymbols(line.x));
      const row = make("li", { class: line.l === 0 ? "heading" : `level${Math.min(line.l, 4)}` }, link);
      lines.push([line, row, link]);
      list.append(row);
    });
    scroller.append(list);
    story.append(make("h2", { id: "story-title" }, "Story"), game.story.length ? scroller : make("p", { class: "soft" }, "Nothing is told of this game."));
  };
  const drawStory = () => {
    let now = null;
    const before = prior(at);
    for (const [line, row] of lines) {
      const step = Math.min(line.s, last);
      row.classList.toggle("now", step > before && step <= at);
      row.classList.toggle("later", step > at);
      row.hidden = !mayRead(line);
      if (step <= at && !row.hidden) now = row;
    }
    if (now) {
      const top = now.offsetTop, height = scroller.clientHeight;
      if (top < scroller.scrollTop + 24 || top + now.offsetHeight > scroller.scrollTop + height - 24) scroller.scrollTop = top - height / 2;
    } else scroller.scrollTop = 0;
  };

  const momentOf = (place) => {
    const now = states[place];
    const parts = [now.turn > 0 ? `Turn ${now.turn}` : "Before the first turn", now.active >= 0 ? players[now.active] : "", now.moment];
    return parts.filter(Boolean).join(" · ");
  };

  // The bar.
  const nav = byId("steps");
  const slider = make("input", { type: "range", min: 1, max: last + 1, value: 1, "aria-label": "Step", on: { input: () => go(Number(slider.value) - 1) } });
  const moment = make("p", { class: "moment" }), count = make("span", { class: "where" });
  const button = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, on: { click: act } }, make("span", { "aria-hidden": "true" }, text));
  const play = button("▶", "Play", () => toggle());
  const live = make("p", { class: "unseen", "aria-live": "polite" });
  const chooser = make("select", { on: { change: () => { viewer = Number(chooser.value); draw(); } } },
    make("option", { value: -1 }, "everything"), players.map((name, seat) => make("option", { value: seat }, `as ${name}`)));
  const skip = make("input", { type: "checkbox", checked: true, on: { change: () => { skipping = skip.checked; } } });
  const curve = make("figure", { id: "curve" });

  const makeBar = () => {
    nav.append(
      make("div", { class: "line" }, moment, count),
      make("div", { class: "line" },
        make("div", { class: "buttons", role: "group", "aria-label": "Move" },
          button("«", "Previous turn", () => move(-1, true)), button("‹", "Previous step", () => move(-1)), play,
          button("›", "Next step", () => move(1)), button("»", "Next turn", () => move(1, true))),
        slider),
      live);
    byId("options").append(curve, make("p", {},
      areas.length ? make("label", {}, "See ", chooser) : null,
      make("label", {}, skip, " Skip steps in which nothing happens")));
  };

  /** A curve of the first number of each player, on the same scale as the slider. */
  const makeCurve = () => {
    if (!numbers.length || last < 1) return curve.remove();
    const all = states.flatMap((one) => one.numbers.map((own) => own[0]));
    const high = Math.max(...all, 1), low = Math.min(...all, 0), range = high - low || 1;
    const svg = (name, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const picture = svg("svg", { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const y = (value) => (100 * (high - value)) / range;
    for (const start of turnStarts) picture.append(svg("line", { class: "tick", x1: start, x2: start, y1: 0, y2: 100 }));
    picture.append(svg("line", { class: "zero", x1: 0, x2: last, y1: y(0), y2: y(0) }));
    players.forEach((_, seat) => {
      let path = "";
      states.forEach((one, place) => {
        const value = y(one.numbers[seat][0]).toFixed(1);
        if (place === 0) path = `M0 ${value}`;
        else if (one.numbers[seat][0] !== states[place - 1].numbers[seat][0]) path += `H${place}V${value}`;
      });
      picture.append(svg("path", { class: `line${seat}`, d: `${path}H${last}` }));
    });
    const cursor = make("i", { class: "cursor" });
    const plot = make("div", { class: "plot", on: { click: (event) => {
      const box = plot.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * last));
    } } }, picture, cursor, make("span", { class: "top" }, String(high)), make("span", { class: "bottom" }, String(low)));
    const legend = players.map((name, seat) => make("span", { class: `key key${seat}` }, make("i"), name));
    curve.append(make("figcaption", {}, make("b", {}, capital(numbers[0])), legend), plot);
    curve.setAttribute("role", "group");
    curve.setAttribute("aria-label", `${capital(numbers[0])} by step: ${players.map((name, seat) => `${name} from ${states[0].numbers[seat][0]} to ${states[last].numbers[seat][0]}`).join(", ")}`);
    return (place) => { cursor.style.left = `${(100 * place) / last}%`; };
  };

  const draw = () => {
    drawBoard();
    drawDecision();
    drawStory();
    moment.textContent = momentOf(at);
    count.textContent = `Step ${at + 1} of ${last + 1}`;
    slider.value = at + 1;
    slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}, ${momentOf(at)}`);
    if (moveCursor) moveCursor(at);
  };
  const announce = () => {
    const step = game.steps[at], before = prior(at);
    const heard = told.slice(before + 1, at + 1).flat().filter(mayRead).map((line) => spoken(line.x));
    const mayHear = step.p !== undefined && (viewer < 0 || viewer === step.p);
    const choice = mayHear && step.t !== undefined ? `${players[step.p]} is asked for ${words[step.q]} and chooses: ${spoken(words[step.c[step.t]])}.` : at === last ? game.result : "";
    live.textContent = [`Step ${at + 1}.`, ...heard, choice].filter(Boolean).join(" ");
  };

  const go = (place, quietly) => {
    const wanted = Math.max(0, Math.min(last, place));
    if (wanted !== at || quietly) {
      at = wanted;
      draw();
      if (!quietly) announce();
    }
    if (!quietly) history.replaceState(null, "", `#step-${at + 1}`);
  };
  const move = (way, byTurn) => {
    if (byTurn) {
      const starts = way > 0 ? turnStarts.filter((start) => start > at) : turnStarts.filter((start) => start < at).reverse();
      return go(starts.length ? starts[0] : way > 0 ? last : 0);
    }
    let place = at + 1;
    while (skipping && place < last && !isStop(place)) place += 1;
    go(way > 0 ? place : prior(at));
  };
  const toggle = (on = !timer) => {
    clearInterval(timer);
    timer = on && at < last ? setInterval(() => { move(1); if (at >= last) toggle(false); }, 1400) : 0;
    play.setAttribute("aria-label", timer ? "Pause" : "Play");
    play.title = timer ? "Pause" : "Play";
    play.firstChild.textContent = timer ? "❚❚" : "▶";
  };

  addEventListener("keydown", (event) => {
    if (dialog.open || event.target === chooser || event.altKey || event.ctrlKey || event.metaKey) return;
    const onButton = event.target.matches?.("button, a, summary, input[type=checkbox]");
    const acts = {
      ArrowRight: () => move(1, event.shiftKey), ArrowLeft: () => move(-1, event.shiftKey),
      PageDown: event.target === slider ? () => move(1, true) : null, PageUp: event.target === slider ? () => move(-1, true) : null,
      "]": () => move(1, true), "[": () => move(-1, true),
      Home: () => go(0), End: () => go(last), " ": onButton ? null : () => toggle(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  const fromAddress = () => {
    const named = /^#step-(\d+)$/.exec(location.hash);
    return named ? Number(named[1]) - 1 : null;
  };
  // An address that names no step there is becomes that of the step which is shown.
  const asShown = () => {
    if (location.hash.startsWith("#step-") && location.hash !== `#step-${at + 1}`) history.replaceState(null, "", `#step-${at + 1}`);
  };
  addEventListener("hashchange", () => {
    const place = fromAddress();
    if (place !== null) go(place);
    asShown();
  });

  const makeFooter = () => {
    const facts = game.facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
    byId("about").append(...[
      make("dl", { class: "facts" }, facts),
      game.command ? make("details", {}, make("summary", {}, "On a terminal"), make("pre", {}, make("code", {}, game.command))) : null,
      make("p", { class: "soft" }, "Keys: ← and → for a step, ", make("kbd", {}, "["), " and ", make("kbd", {}, "]"), " (or Shift with an arrow) for a turn, Home and End, space to play. The address names the step. ",
        areas.length ? "On the board, an unbroken outline is what was chosen, a dotted one what could have been, a dashed one what the choice is for. " : "",
        `Made by Gauntlet ${game.gauntlet}.`),
    ].filter(Boolean));
    if (game.failed) byId("result").classList.add("failed");
  };

  if (last < 0) {
    // The engine failed before anyone could choose.
    makeFooter();
    byId("decision").replaceChildren(make("p", {}, game.result));
    document.body.classList.add("no-board");
    document.documentElement.dataset.ready = "yes";
    return;
  }
  makeBar();
  makeStory();
  const moveCursor = makeCurve();
  makeFooter();
  go(fromAddress() ?? 0, true);
  asShown();
  document.documentElement.dataset.ready = "yes";
})();
