// Opens reports in headless Chromium: what must be there, that nothing is loaded or complained about, that a phone is wide enough.
// node report.mjs FOLDER KIND=FILE...   FOLDER has node_modules/playwright-core, and gets screenshots.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(path.join(path.resolve(folder), "package.json"))("playwright-core");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
const wanted = {
  match: ["#matchups table", "#decks .cards", "#decks .hands", "#decks .resources", ".charts canvas"],
  matrix: ["#matchups .heat", "#ranking table", "#metagame", "#decks .cards", ".charts canvas"],
  plain: ["#matchups table"],
};
const fail = (page, what) => {
  console.error(`${page}: ${what}`);
  process.exitCode = 1;
};
for (const argument of pages) {
  const [kind, file] = argument.split("=");
  for (const [name, width, height, scheme] of [["phone", 360, 740, "light"], ["desktop", 1280, 900, "dark"]]) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, offline: true });
    const page = await context.newPage();
    const where = `${kind} on a ${name}`;
    page.on("console", (message) => message.type() !== "log" && fail(where, `console: ${message.text()}`));
    page.on("pageerror", (error) => fail(where, `error: ${error}`));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || fail(where, `asks for ${request.url()}`));
    await page.goto(pathToFileURL(path.resolve(file)).href);
    await page.waitForSelector("html[data-ready=yes]", { state: "attached", timeout: 10000 });
    for (const selector of ["h1", "#experiment", ...wanted[kind]]) {
      if ((await page.locator(selector).count()) === 0) fail(where, `has no ${selector}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) fail(where, `is ${wide} pixels too wide`);
    if (kind !== "plain") {
      // A click sorts by numbers, the highest first; another turns the order round.
      const column = () => page.locator(".deck:not([hidden]) .cards tbody tr td:nth-child(2)").allTextContents();
      const head = page.locator(".deck:not([hidden]) .cards thead th").nth(1).locator("button");
      await head.click();
      const down = (await column()).map(Number);
      if (down.some((copies, place) => place > 0 && copies > down[place - 1])) fail(where, `is not sorted: ${down}`);
      await head.click();
      const up = (await column()).map(Number);
      if (up.some((copies, place) => place > 0 && copies < up[place - 1])) fail(where, `is not sorted the other way: ${up}`);
      const drawn = await page.evaluate(() => {
        const canvas = [...document.querySelectorAll(".charts canvas")].find((canvas) => canvas.offsetParent);
        return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
      });
      if (!drawn) fail(where, "has an empty chart");
      const decks = await page.locator("#deck-picker option").count();
      if (decks > 1) {
        await page.selectOption("#deck-picker", { index: 1 });
        const shown = await page.locator(".deck:not([hidden])").evaluateAll((list) => list.map((deck) => deck.id));
        if (shown.join() !== "deck-2") fail(where, `shows ${shown} for the second deck`);
        if ((await page.locator("#deck-2 .charts canvas").count()) === 0) fail(where, "has no charts of the second deck");
      }
    }
    await page.screenshot({ path: path.join(folder, `${kind}-${name}.png`), fullPage: true });
    if (name === "desktop") await page.pdf({ path: path.join(folder, `${kind}.pdf`), format: "A4" });
    await context.close();
  }
}
await browser.close();
