import { expect, test } from "bun:test";
import { Glob } from "bun";
import { CONSOLE_COMMANDS, CONSOLE_GROUPS } from "../../src/cli/control/console-commands.ts";

const GROUPS = Object.keys(CONSOLE_GROUPS).join("|");
const LINE = new RegExp(`\\bcatalogd (${GROUPS}) ([a-z-]+)([^\`\\n]*)`, "g");
const ALWAYS = ["json", "data-dir", "config", "password-stdin"];

/** Every `catalogd user create …` that a document or an example of the help shows. */
async function shown(): Promise<string[][]> {
  const documents = ["README.md", ...(await Array.fromAsync(new Glob("docs/*.md").scan(".")))];
  const texts = await Promise.all(documents.map((path) => Bun.file(path).text()));
  const examples = CONSOLE_COMMANDS.flatMap((each) => each.examples ?? []);
  return [...texts, ...examples].flatMap((text) => [...text.matchAll(LINE)].map(([, ...parts]) => parts));
}

test("documents and help show only existing commands and flags", async () => {
  const lines = await shown();
  const wrong = lines.filter(([group, verb, rest = ""]) => {
    const command = CONSOLE_COMMANDS.find((each) => each.group === group && each.verb === verb);
    const flags = [...rest.matchAll(/ --([a-z-]+)/g)].map(([, flag = ""]) => flag);
    const known = [...(command?.options ?? []).map(({ name }) => name), ...ALWAYS];
    return command === undefined || flags.some((flag) => !known.includes(flag));
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
});
