import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { Glob } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { between } from "./markers.ts";
import { settingsTable } from "./settings-table.ts";

const readme = await Bun.file("README.md").text();
const documents = ["README.md", "CHANGELOG.md", ...(await Array.fromAsync(new Glob("docs/**/*.md").scan(".")))];

/** In a block of commands or in backticks; prose may say "npm" as it likes. */
const COMMAND = /(?:^|`|&& )npm (?:run )?([a-z]+(?::[a-z]+)?)/gm;
/** Words that npm knows without a script. */
const BUILT_IN = ["ci", "install"];

describe("README", () => {
  test("its settings are those of the program: settings-table.ts writes them", () => {
    const { from, to } = between(readme, "settings");
    expect(readme.slice(from, to).trim()).toBe(settingsTable());
  });

  test("every folder of the tree is in the tour", () => {
    const folders = readdirSync(".", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|out$|data$)/.test(entry.name))
      .map(({ name }) => name);
    expect(folders.filter((folder) => !readme.includes(`| \`${folder}/\` |`))).toEqual([]);
  });

  test("every family of src/ is in the tour, and no other", () => {
    const [, tour = ""] = readme.split("| in `src/` | is |\n|---|---|\n");
    const rows = tour.slice(0, tour.indexOf("\n\n")).split("\n");
    const named = rows
      .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w-]+)\/`/g)])
      .map(([, name]) => name);
    const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});

describe.each(documents)("%s", (path) => {
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
