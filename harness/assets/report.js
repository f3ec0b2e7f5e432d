"use strict";
(() => {
  // Tables sort by a click on a heading: first the highest number, or the first name.
  const value = (cell) => {
    if (!cell) return null;
    const text = cell.dataset.v ?? cell.textContent.trim();
    const number = Number(text.replace("−", "-"));
    return text === "" || Number.isNaN(number) ? text : number;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (!head.textContent) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const rows = [...table.tBodies[0].rows];
        const numbers = rows.some((row) => typeof value(row.cells[column]) === "number");
        const down = head.ariaSort ? head.ariaSort === "ascending" : numbers;
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en"));
        rows.sort((a, b) => (down ? -1 : 1) * compare(value(a.cells[column]), value(b.cells[column])));
        table.tBodies[0].append(...rows);
      });
    });
  }

  // Charts are drawn when their deck is shown, in the colours of the moment.
  const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [4, 2]];
  const plots = new Map();
  const draw = (box) => {
    for (const plot of plots.get(box) ?? []) plot.destroy();
    box.replaceChildren();
    const style = getComputedStyle(document.documentElement);
    const ink = (name) => style.getPropertyValue(name).trim();
    const turns = JSON.parse(box.dataset.turns);
    const colours = ["--a", "--b", "--c", "--d", "--e"].map(ink);
    const axis = { stroke: ink("--soft"), grid: { stroke: ink("--line"), width: 1 }, ticks: { stroke: ink("--line"), width: 1 } };
    const shown = (_, number) => (number == null ? "–" : number.toFixed(1));
    const small = turns.series.filter((curve) => Math.max(...curve.values) <= 15);
    const large = turns.series.filter((curve) => !small.includes(curve));
    const lines = (curves) => curves.map((curve) => [curve.name, curve.values]);
    const charts = [];
    if (small.length) charts.push(["At the end of the turn", lines(small)]);
    if (large.length) charts.push([`At the end of the turn: ${large.map((curve) => curve.name).join(", ")}`, lines(large)]);
    for (const lead of turns.leads) {
      charts.push([`Who is ahead in ${lead.name} as the turn begins, %`, [["ahead", lead.ahead], ["behind", lead.behind], ["won if ahead", lead.won_ahead], ["won if behind", lead.won_behind]], [0, 100]]);
    }
    // All places first: how wide one is depends on how many there are.
    const figures = charts.map(([title, lines]) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = title;
      figure.append(caption);
      figure.setAttribute("role", "img");
      figure.setAttribute("aria-label", `${title}: ${lines.map((line) => line[0]).join(", ")}; the numbers are in the table below`);
      return figure;
    });
    box.append(...figures);
    const made = charts.map(([, lines, range], place) => new uPlot({
      width: Math.max(240, figures[place].clientWidth), height: 220, cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: range ?? ((_, low, high) => [Math.min(0, low), Math.max(1, high * 1.05)]) } },
      axes: [{ ...axis, incrs: [1, 2, 5, 10] }, { ...axis, size: 44 }],
      series: [{ label: "Turn", value: (_, number) => number ?? "–" }, ...lines.map((line, number) => ({ label: line[0], stroke: colours[number % 5], width: 2, dash: dashes[number % 5], value: shown, points: { show: turns.turn.length < 25, size: 5 } }))],
    }, [turns.turn, ...lines.map((line) => line[1])], figures[place]));
    plots.set(box, made);
  };
  const boxes = [...document.querySelectorAll(".charts")];
  const redraw = () => boxes.filter((box) => box.offsetParent !== null).forEach(draw);

  // One deck at a time on a screen, all of them on paper.
  const picker = document.getElementById("deck-picker");
  const articles = [...document.querySelectorAll("article.deck")];
  const show = () => {
    for (const article of articles) article.hidden = picker !== null && article.id !== picker.value;
    redraw();
  };
  if (picker) picker.addEventListener("change", show);
  show();
  let wait = 0, last = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === last) return;
    last = innerWidth;
    clearTimeout(wait);
    wait = setTimeout(redraw, 150);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("beforeprint", () => {
    for (const article of articles) article.hidden = false;
    redraw();
  });
  addEventListener("afterprint", show);
  document.documentElement.dataset.ready = "yes";
})();
