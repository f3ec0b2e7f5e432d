// Opens pages of games in headless Chromium: stepping by key, slider and address, what each side sees, that nothing is loaded or complained
// about, that a phone is wide enough, that texts can be read.
// node game.mjs FOLDER KIND=FILE...   FOLDER has node_modules/playwright-core, and gets screenshots. KIND: magic, millennials or bare.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(path.join(path.resolve(folder), "package.json"))("playwright-core");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
const fail = (where, what) => {
  console.error(`${where}: ${what}`);
  process.exitCode = 1;
};

/** The texts whose contrast with what is behind them is less than 4.5. */
const faint = () => {
  const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a > 0.99) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const box = element.getBoundingClientRect();
    if (!own || box.width < 2 || box.height < 2 || element.closest(".unseen, .skip, svg, script, style")) continue;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.push(`${element.className || element.tagName} "${element.textContent.slice(0, 30)}" ${contrast.toFixed(2)}`);
  }
  return [...new Set(found)].slice(0, 5);
};

const check = async (kind, file, name, width, height, scheme) => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, offline: true });
  const page = await context.newPage();
  const where = `${kind} on a ${name}`;
  const expect = (holds, what) => holds || fail(where, what);
  page.on("console", (message) => message.type() !== "log" && fail(where, `console: ${message.text()}`));
  page.on("pageerror", (error) => fail(where, `error: ${error}`));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || fail(where, `asks for ${request.url()}`));
  const address = pathToFileURL(path.resolve(file)).href;
  const ready = () => page.waitForSelector("html[data-ready=yes]", { state: "attached", timeout: 10000 });
  await page.goto(address);
  await ready();
  const count = async () => (await page.locator(".where").textContent()).match(/\d+/g).map(Number);
  const [, steps] = await count();
  expect(steps > 5, `has ${steps} steps`);
  const narrow = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `is ${wide} pixels too wide at ${await page.locator(".where").textContent()}`);
  };

  // By key: forward, back, to the end and the beginning; by turn.
  await page.keyboard.press("ArrowRight");
  const [second] = await count();
  expect(second > 1, "doesn't step forward");
  expect(page.url().endsWith(`#step-${second}`), `the address is ${page.url()}`);
  expect((await page.locator("[aria-live]").textContent()).length > 5, "announces nothing");
  await page.keyboard.press("ArrowLeft");
  expect((await count())[0] === 1, "doesn't step back");
  await page.keyboard.press("]");
  const [turned] = await count();
  await page.keyboard.press("End");
  expect((await count())[0] === steps && turned < steps, "End isn't the end");
  await narrow();
  await page.keyboard.press("Home");
  // By slider, and without skipping each step has its choice.
  await page.getByRole("slider").fill("3");
  expect((await count())[0] === 3, "the slider does nothing");
  await page.getByLabel("Skip steps").uncheck();
  await page.keyboard.press("ArrowRight");
  expect((await count())[0] === 4, "skips steps that it shouldn't");
  // By address.
  const middle = Math.ceil(steps / 2);
  await page.goto(`${address}#step-${middle}`);
  await page.reload();
  await ready();
  expect((await count())[0] === middle, `step ${middle} isn't where its address leads`);
  expect((await page.locator("#decision li.taken").count()) === 1, "doesn't say what was chosen");
  // An address that names no step there is becomes that of the step which is shown.
  for (const [wrong, right] of [["99999", steps], ["abc", steps], ["0", 1]]) {
    await page.evaluate((hash) => { location.hash = hash; }, `#step-${wrong}`);
    await page.waitForFunction((hash) => location.hash === hash, `#step-${right}`, { timeout: 10000 }).catch(() => fail(where, `the address stays #step-${wrong}`));
  }
  await page.goto(`${address}#step-99999`);
  await page.reload();
  await ready();
  expect(page.url().endsWith(`#step-${steps}`), `a reloaded page's address is ${page.url()}`);
  // A line of the story leads to its step.
  const line = page.locator("#story li:not(.heading) a").last();
  const target = Number((await line.getAttribute("href")).slice("#step-".length));
  await line.click();
  const led = (step) => document.querySelector(".where").textContent.startsWith(`Step ${step} `);
  await page.waitForFunction(led, target, { timeout: 10000 }).catch(() => fail(where, "a line of the story doesn't lead to its step"));
  // Landmarks and names.
  for (const role of ["banner", "main", "navigation", "contentinfo"]) expect((await page.getByRole(role).count()) === 1, `has no ${role}`);
  const nameless = await page.locator("button, input, select").evaluateAll((all) => all.filter((one) => !one.getAttribute("aria-label") && !one.closest("label") && !one.textContent.trim()).length);
  expect(nameless === 0, `${nameless} controls have no names`);

  if (kind !== "bare") {
    // A card is shown whole, and the focus comes back.
    await page.keyboard.press("Home");
    const card = page.locator("#board button.card").first();
    await card.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("dialog[open] .face").isVisible(), "doesn't show a card");
    await page.keyboard.press("Escape");
    expect((await page.locator("dialog[open]").count()) === 0, "a card can't be closed");
    expect(await card.evaluate((element) => element === document.activeElement), "the focus is lost");
    // Stepping from a card on leaves the focus where it is.
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement.matches("#board button.card, #steps input")), "a step loses the focus");
    await page.keyboard.press("Home");
    // One side doesn't see the other's hand, nor its choices.
    const unknown = () => page.locator("#board .card.back").count();
    const before = await unknown();
    await page.getByLabel("See").selectOption("0");
    expect((await unknown()) > before, "a side sees everything");
    await page.goto(`${address}#step-${middle}`);
    await page.reload();
    await ready();
    expect((await page.locator("#curve path").count()) === 2, "has no curve");
    // Playing goes on by itself and stops.
    await page.keyboard.press("Home");
    await page.locator("body").press(" ");
    const plays = () => !document.querySelector(".where").textContent.startsWith("Step 1 ");
    await page.waitForFunction(plays, null, { timeout: 10000 }).catch(() => fail(where, "doesn't play"));
    await page.locator("body").press(" ");
  }
  for (const step of [1, middle, steps]) {
    await page.getByRole("slider").fill(String(step));
    await narrow();
    for (const text of await page.evaluate(faint)) fail(where, `can't be read well at step ${step}: ${text}`);
  }
  await page.getByRole("slider").fill(String(middle));
  await page.screenshot({ path: path.join(folder, `game-${kind}-${name}.png`), fullPage: true });
  await context.close();
};

for (const argument of pages) {
  const [kind, file] = argument.split("=");
  await check(kind, file, "phone", 400, 800, "light");
  await check(kind, file, "dark-phone", 400, 800, "dark");
  await check(kind, file, "desktop", 1280, 900, "dark");
  await check(kind, file, "light-desktop", 1280, 900, "light");
}
await browser.close();
