import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";

/** One file that a browser loads. */
export interface ConsoleAsset {
  /** Where it is served; the page itself is `/`. */
  path: string;
  /** Its content type. */
  type: string;
  bytes: Uint8Array;
  /** Whether its name changes with its content, so that browsers keep it for good. */
  immutable: boolean;
}

const ASSETS = "/console/assets/";
/** One style sheet, in this order: what comes later may refine what came before. */
const STYLES = ["tokens.css", "shell.css", "parts.css", "grid.css"];
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** `build`: names this build of the console, as `/health` does. */
const page = (build: string, script: string, style: string, ahead: string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="build" content="${build}">
<title>catalogd</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
${ahead.map((path) => `<link rel="modulepreload" href="${path}">\n`).join("")}<script type="module" src="${script}"></script>
<noscript>catalogd: this page needs JavaScript. The API is described at <a href="/docs">/docs</a>.</noscript>
<div id="app"></div>
</html>
`;

/** The style sheet: ours, and that of the plots. */
function styleText(): string {
  const read = (path: string) => readFileSync(join(import.meta.dir, path), "utf8");
  return [...STYLES.map((name) => read(`ui/${name}`)), read("../node_modules/uplot/dist/uPlot.min.css")].join("\n");
}

async function minifiedStyle(): Promise<string> {
  const built = await Bun.build({
    entrypoints: ["console.css"],
    files: { "console.css": styleText() },
    minify: true,
    // `light-dark()` and nesting stay as written: every browser of the last two years reads them.
    target: "browser",
  });
  return (await built.outputs[0]?.text()) ?? "";
}

/** The scripts that the first script imports at once: the page asks for them before it has read it. */
function importedAtOnce(script: string, texts: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    for (const [, name = ""] of (texts.get(path) ?? "").matchAll(/(?:from|import)\s*"([^"]+\.js)"/g)) {
      const next = ASSETS + name.split("/").at(-1);
      if (found.has(next) || next === script) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(script);
  return [...found];
}

/** Builds the console in memory: the page, its style sheet, and its scripts, one part a screen. Needs Bun. */
export async function buildConsole({ isMinified = true } = {}): Promise<ConsoleAsset[]> {
  const [built, style] = await Promise.all([
    Bun.build({
      entrypoints: [join(import.meta.dir, "main.tsx")],
      target: "browser",
      format: "esm",
      splitting: true,
      minify: isMinified,
      publicPath: ASSETS,
      naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]" },
      define: { "process.env.NODE_ENV": '"production"' },
      jsx: { runtime: "automatic", importSource: "preact", development: false },
    }),
    minifiedStyle(),
  ]);
  const encoder = new TextEncoder();
  const texts = new Map<string, string>();
  for (const output of built.outputs) texts.set(ASSETS + output.path.replace(/^.*\//, ""), await output.text());
  const entry = built.outputs.find(({ kind }) => kind === "entry-point");
  if (entry === undefined) throw new Error("The console has no first script");
  const script = ASSETS + entry.path.replace(/^.*\//, "");
  const stylePath = `${ASSETS}console-${Bun.hash(style).toString(36)}.css`;
  texts.set(stylePath, style);
  const files = [...texts].map(([path, text]) => ({
    path,
    type: TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    bytes: encoder.encode(text),
    immutable: true,
  }));
  // The names of the files say what is in them.
  const build = Bun.hash([...texts.keys()].toSorted().join(" ")).toString(36);
  const html = page(build, script, stylePath, importedAtOnce(script, texts));
  return [{ path: "/", type: "text/html; charset=utf-8", bytes: encoder.encode(html), immutable: false }, ...files];
}

/** `bun console/build.ts <folder>` writes the files, for a runtime that cannot build them. */
if (import.meta.main) {
  const folder = argv[2] ?? "out/console";
  const assets = await buildConsole();
  for (const { path, bytes } of assets) {
    const file = join(folder, path === "/" ? "index.html" : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const list = assets.map(({ path, type, immutable }) => ({ path, type, immutable }));
  writeFileSync(join(folder, "assets.json"), JSON.stringify(list));
}
