import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { openBrowser } from "../test/runtimes/browser.ts";
import { ADMIN } from "../test/servers/service.ts";
import { buildBinary } from "./cold-start.ts";
import { generate, openService } from "./place.ts";
import { type Line, measuredOn, printTable } from "./table.ts";

/**
 * Scrolls the grid of products in a real browser, and says how many frames it drew a second, the longest pause between two,
 * and how long tasks held its thread: at the speed of a wheel, at that of a dragged bar, and after jumps. `--rows` (50000),
 * `--seconds` (10) for each, `--program` a binary that is built already, `--folder` keeps the filled catalog there for the next run.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: "50000" },
    seconds: { type: "string", default: "10" },
    folder: { type: "string" },
    program: { type: "string" },
  },
});
const rows = Number(values.rows);
const scratch = mkdtempSync(join(tmpdir(), "catalogd-grid-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const folder = values.folder ?? scratch;
const binary = values.program ?? (await buildBinary(scratch));

/** Imports the products, unless a run before has. */
async function fill(): Promise<void> {
  if (existsSync(join(folder, "data"))) return;
  mkdirSync(folder, { recursive: true });
  const file = join(scratch, "products.csv");
  await generate(file, rows);
  const { client, service } = await openService(folder, binary);
  await client.runImport(await client.prepareImport(file));
  await service.kill("SIGTERM");
}

interface Scrolled {
  framesPerSecond: number;
  longestMs: number;
  longTasks: number;
  longTasksMs: number;
}

/** In the page, as text: its types are those of a browser. `step` pixels a frame, `jump` to somewhere every few frames. */
const scroll = (step: number, jump: number, seconds: number): string => `new Promise((done) => {
  const grid = document.querySelector(".grid");
  const tasks = [];
  const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ entryTypes: ["longtask"] });
  const gaps = [];
  let before = performance.now();
  const end = before + ${seconds * 1_000};
  let frames = 0;
  let top = grid.scrollTop;
  const draw = (now) => {
    if (frames > 0) gaps.push(now - before);
    before = now;
    frames += 1;
    top = ${jump} > 0 && frames % ${jump} === 0 ? (frames * 7919 * 36) % (${rows} * 36) : top + ${step};
    grid.scrollTop = top;
    if (now < end) return requestAnimationFrame(draw);
    watch.disconnect();
    const sum = (all) => all.reduce((total, each) => total + each, 0);
    done({
      framesPerSecond: gaps.length * 1_000 / sum(gaps),
      longestMs: Math.max(...gaps),
      longTasks: tasks.length,
      longTasksMs: sum(tasks),
    });
  };
  requestAnimationFrame(draw);
})`;

await fill();
const { service } = await openService(folder, binary);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
await page.request.post(`${service.url}/api/v1/auth/login/json`, { data: ADMIN });
await page.goto(`${service.url}/products`);
await page.locator(".grid .body .grow").first().waitFor();

const WAYS = [
  { name: "a wheel, 3,600 px a second", step: 60, jump: 0 },
  { name: "a fast wheel, 18,000 px a second", step: 300, jump: 0 },
  { name: "the bar dragged, 180,000 px a second", step: 3_000, jump: 0 },
  { name: "a jump every half second, a wheel between", step: 60, jump: 30 },
];
/** What the page's thread has worked on so far, in seconds of a processor: others on this machine do not count. */
const debugged = await page.context().newCDPSession(page);
await debugged.send("Performance.enable", { timeDomain: "threadTicks" });
const workOf = async (): Promise<Record<string, number>> => {
  const { metrics } = await debugged.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map((each) => [each.name, each.value]));
};

const lines: Line[] = [];
for (const { name, step, jump } of WAYS) {
  const before = await workOf();
  const found: Scrolled = await page.evaluate(scroll(step, jump, Number(values.seconds)));
  const after = await workOf();
  const frames = found.framesPerSecond * Number(values.seconds);
  const work = (metric: string) => (((after[metric] ?? 0) - (before[metric] ?? 0)) * 1_000) / frames;
  lines.push(
    { work: `${name}: work of the page's thread, a frame`, value: work("TaskDuration"), unit: "ms", target: "≤ 10" },
    { work: `${name}: frames`, value: found.framesPerSecond, unit: "/s", target: "60" },
    { work: `${name}: longest between two`, value: found.longestMs, unit: "ms", target: "" },
    { work: `${name}: tasks over 50 ms, in all`, value: found.longTasksMs, unit: "ms", target: "0" },
  );
}
await browser.close();
await service.kill("SIGTERM");
stdout.write(`${printTable(lines, measuredOn(rows, ["the binary", "headless Chromium"]), {})}\n`);
process.exit();
