import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { Glob } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { between } from "./markers.ts";
import { schemaPage } from "./schema-page.ts";
import { settingsTable } from "./settings-table.ts";

const tour = await Bun.file("ARCHITECTURE.md").text();
const settings = await Bun.file("docs/settings.md").text();
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...(await Array.fromAsync(new Glob("docs/*.md").scan("."))),
];

/** In a block of commands or in backticks; prose may say "npm" as it likes. */
const COMMAND = /(?:^|`|&& )npm (?:run )?([a-z]+(?:[:-][a-z]+)*)/gm;
/** Words that npm knows without a script. */
const BUILT_IN = ["ci", "install", "outdated"];

describe("the documents", () => {
  test("the settings are those of the program: settings-table.ts writes them", () => {
    const { from, to } = between(settings, "settings");
    expect(settings.slice(from, to).trim()).toBe(settingsTable());
  });

  test("the page of the schema is that of the tables: schema-page.ts writes it", async () => {
    expect(await Bun.file("docs/schema.md").text()).toBe(await schemaPage());
  });

  test("every folder of the tree is in the tour", () => {
    const folders = readdirSync(".", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|out$|data$)/.test(entry.name))
      .map(({ name }) => name);
    expect(folders.filter((folder) => !tour.includes(`| \`${folder}/\` |`))).toEqual([]);
  });

  test("every folder of src/ is in the tour, and no other", () => {
    const [, families = ""] = tour.split("| in `src/` | is |\n|---|---|\n");
    const rows = families.slice(0, families.indexOf("\n\n")).split("\n");
    const named = rows
      .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w-]+)\/`/g)])
      .map(([, name]) => name);
    const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});

describe.each(documents)("%s", (path) => {
  test("links only to files that exist", async () => {
    const links = [...(await Bun.file(path).text()).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = ""]) => to);
    const folder = path.includes("/") ? "docs/" : "";
    expect(links.filter((to) => !existsSync(`${folder}${to}`))).toEqual([]);
  });

  test("names only npm scripts that exist", async () => {
    const named = [...(await Bun.file(path).text()).matchAll(COMMAND)].map(([, name = ""]) => name);
    const scripts = [...Object.keys(manifest.scripts), ...BUILT_IN];
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test("names only files that exist", async () => {
    const named = [...(await Bun.file(path).text()).matchAll(/`((?:src|db|workers|test|bench|docs|\.ci)\/[\w./-]*)`/g)];
    expect(named.map(([, name = ""]) => name).filter((name) => !existsSync(name))).toEqual([]);
  });
});
