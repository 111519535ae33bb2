import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";

/** What runs a recipe, by the end of its name. */
const RUNNERS: Record<string, string> = { ts: process.execPath, py: "python3", sh: "bash" };

/** A folder as somebody has it who got the recipes and `/docs/client.ts`. */
export async function newFolder(url: string): Promise<string> {
  const folder = temporaryFolder();
  cpSync("clients/examples", folder, { recursive: true });
  writeFileSync(join(folder, "catalogd.ts"), await (await fetch(`${url}/docs/client.ts`)).text());
  return folder;
}

/** Starts a recipe in its folder; it ends with this process. */
export const startRecipe = (words: readonly string[], cwd: string, env: Record<string, string>) =>
  Bun.spawn(["setpriv", "--pdeathsig", "KILL", RUNNERS[words[0]?.split(".").at(-1) ?? ""] ?? "", ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });

/** Runs a recipe to its end: its lines, its complaints and how it ended. */
export async function runRecipe(words: readonly string[], cwd: string, env: Record<string, string>) {
  const child = startRecipe(words, cwd, env);
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { said: said.trim().split("\n"), complained, exitCode: await child.exited };
}

/** Calls the API with a key; returns what it answers. */
export async function callApi(url: string, key: string, [method, path]: [string, string], body?: unknown) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`${url}/api/v1${path}`, sent)).json();
}

/** Removes the products of `items.csv`: a catalog is shared, and each program finds it without them. */
export async function removeItems(url: string, key: string): Promise<void> {
  for (const reference of ["pen-yellow", "pen-fine", "eraser"]) {
    const { data } = (await callApi(url, key, ["GET", `/appsync/products/${reference}`])) as { data?: { id: string } };
    if (!data) continue;
    await fetch(`${url}/api/v1/products/${data.id}?permanent=true`, {
      method: "DELETE",
      headers: { "x-api-key": key },
    });
  }
}
