import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Judges bodies by types that were made of a published description: TypeScript refuses unknown, missing and wrong members. */
export function judgeByTypes(module: string, bodies: readonly [type: string, body: unknown][]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "judge-"));
  const lines = bodies.map(([type, body], index) => `export const body${index}: ${type} = ${JSON.stringify(body)};`);
  // A time is text on the wire.
  const wire = "export type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;";
  const imported = `import type * as Api from ${JSON.stringify(module)};`;
  writeFileSync(path.join(folder, "judge.ts"), [imported, wire, ...lines, ""].join("\n"));
  const tsc = path.join(import.meta.dir, "../../../node_modules/.bin/tsc");
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--target", "esnext", "--module", "preserve", "--types", ""];
  const { stdout } = Bun.spawnSync([tsc, ...flags, "judge.ts"], { cwd: folder });
  return stdout.toString();
}
