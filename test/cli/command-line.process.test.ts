import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { PROGRAM } from "../servers/service.ts";

// Each call is a process of its own.
setDefaultTimeout(60_000);

/** Runs the program as somebody at a keyboard would, in an empty folder. */
async function catalogd(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: temporaryFolder(),
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, exitCode: await child.exited };
}

describe("the command line", () => {
  test.each([
    [["serv"], 'did you mean "serve"?'],
    [["tenat", "list"], 'did you mean "tenant"?'],
    [["inventory"], 'unknown command "inventory"'],
    [["tenant", "lst"], "Did you mean list?"],
    [["--prot", "1"], "Did you mean --port?"],
    [["--data-dir", "elsewhere", "user", "list"], "options come after the command, as in: catalogd user list"],
    [["user", "create", "--email", "a@example.com"], "'--role <value>'"],
    [["user", "create", "--email", "a@example.com", "--role", "king"], "Allowed choices are admin, manager"],
    [["serve", "--port", "abc"], "CATALOGD_PORT expects a whole number"],
  ])("%p is wrong use: it ends with 64 and says what is meant", async (args, sentence) => {
    const { out, err, exitCode } = await catalogd(args);
    expect([out, exitCode]).toEqual(["", 64]);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test.each([[["-v"]], [["-V"]], [["--version"]], [["version"]]])(
    "%p says version, commit, runtime and platform",
    async (args) => {
      const { out, exitCode } = await catalogd(args);
      expect(exitCode).toBe(0);
      expect(out).toMatch(/^catalogd \d+\.\d+\.\d+ \(commit \w+, Bun [\d.]+, linux \w+\)\n$/);
    },
  );

  test("help has examples, required options and choices", async () => {
    const { out } = await catalogd(["user", "create", "--help"]);
    expect(out).toMatch(/Email address of the user\s+\(required\)/);
    expect(out).toMatch(/choices: "admin", "manager",\s+"editor"/);
    expect(out).toContain("Examples:\n  catalogd user create --email anna@example.com");
  });

  test("healthcheck ends with 69 where nothing answers", async () => {
    const { err, exitCode } = await catalogd(["healthcheck", "--port", "1"]);
    expect(exitCode).toBe(69);
    expect(err).toBe("catalogd: Nothing answers at http://127.0.0.1:1/api/v1/health\n");
  });

  test("a reader that has seen enough ends it quietly", async () => {
    const shell = Bun.spawn(["bash", "-c", 'set -o pipefail; "$@" | head -n 1', "bash", ...PROGRAM, "config"], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
    expect([out.split("\n").length, err, await shell.exited]).toEqual([2, "", 0]);
  });
});

describe("catalogd config check", () => {
  test("finds misspelt names and wrong values, in the environment and in the file", async () => {
    const file = join(temporaryFolder(), "catalogd.env");
    await Bun.write(file, 'export CATALOGD_THREDS=3\nPORT="abc" # ours\n');
    const { out, exitCode } = await catalogd(["config", "check", "--config", file], { CATALOGD_PROT: "1" });
    expect(exitCode).toBe(64);
    expect(out.trimEnd().split("\n")).toEqual([
      "CATALOGD_PROT: there is no such setting; is it CATALOGD_PORT?",
      "CATALOGD_THREDS: there is no such setting; is it CATALOGD_THREADS?",
      'CATALOGD_PORT: expects a whole number from 0 to 65535: it is "abc" (file)',
    ]);
  });

  test("has nothing to say about good ones", async () => {
    const { out, exitCode } = await catalogd(["config", "check", "--port", "8080"]);
    expect([out, exitCode]).toEqual([expect.stringMatching(/^All \d+ settings are fine\.\n$/), 0]);
  });

  test("catalogd config fits 100 columns", async () => {
    const { out } = await catalogd(["config"]);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("catalogd config --json has every setting with its origin, secrets masked", async () => {
    const { out } = await catalogd(["config", "--json"], { CATALOGD_OPERATOR_KEY: "a-secret-of-sixteen" });
    const settings: { setting: string; value: string; origin: string }[] = JSON.parse(out);
    expect(settings.find(({ setting }) => setting === "CATALOGD_OPERATOR_KEY")).toMatchObject({
      value: "********",
      origin: "environment",
    });
  });
});
