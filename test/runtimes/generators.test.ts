import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { type StartedService, startService } from "../servers/service.ts";

// What integrators read the served document with. The tools run on Node, as they do elsewhere.

const TEST_MS = 180_000;
const TOOLS = join(import.meta.dir, "generators");

let service: StartedService;
let folder: string;
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  // Beside the tools: what they write finds the packages that it imports there.
  folder = mkdtempSync(join(TOOLS, "node_modules", ".made-"));
  service = await startService({ folder: temporaryFolder() });
  writeFileSync(inFolder("openapi.json"), await (await fetch(`${service.url}/api/v1/openapi.json`)).text());
}, TEST_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.kill("SIGTERM");
});

/** How a tool ended, and the end of what it said. */
async function run(tool: string, ...words: string[]) {
  const command = ["node", join(TOOLS, "node_modules", ".bin", tool), ...words];
  const child = Bun.spawn(command, { cwd: TOOLS, stdout: "pipe", stderr: "pipe" });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { status: await child.exited, said: said.join("").slice(-3000) };
}

const STRICT =
  "--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable";

const GENERATORS: [tool: string, file: string, words: (document: string, made: string) => string[]][] = [
  ["openapi-typescript", "types.ts", (document, made) => [document, "-o", made]],
  // Its own client, of axios.
  ["orval", "orval.ts", (document, made) => ["--input", document, "--output", made]],
  ["openapi-ts", "hey/index.ts", (document, made) => ["-i", document, "-o", join(made, "..")]],
];

describe("the served document", () => {
  test.each(GENERATORS)(
    "makes TypeScript that compiles strictly with %s",
    async (tool, file, words) => {
      expect(await run(tool, ...words(inFolder("openapi.json"), inFolder(file)))).toMatchObject({ status: 0 });
      expect(await run("tsc", ...STRICT.split(" "), inFolder(file))).toEqual({ status: 0, said: "" });
    },
    TEST_MS,
  );

  test(
    "passes the recommended rules of redocly, but for addresses that the contract names",
    async () => {
      const config = join(TOOLS, "redocly.yaml");
      const { status, said } = await run("redocly", "lint", inFolder("openapi.json"), "--config", config);

      expect([status, said]).toEqual([0, expect.stringContaining("Your API description is valid")]);
      expect(said).not.toMatch(/\d+:\d+ +warning/);
    },
    TEST_MS,
  );

  test.each(["@apidevtools/swagger-parser", "@readme/openapi-parser"])(
    "is valid for %s",
    async (parser) => {
      const program = inFolder("validate.mjs");
      writeFileSync(
        program,
        `import { readFileSync } from "node:fs";
        import * as parser from ${JSON.stringify(parser)};
        const document = JSON.parse(readFileSync(${JSON.stringify(inFolder("openapi.json"))}, "utf8"));
        const told = await (parser.validate ?? ((each) => parser.default.validate(each)))(document);
        if (told.valid === false) throw new Error(JSON.stringify(told.errors));`,
      );
      const child = Bun.spawn(["node", program], { stdout: "pipe", stderr: "pipe" });
      expect([await new Response(child.stderr).text(), await child.exited]).toEqual(["", 0]);
    },
    TEST_MS,
  );
});
