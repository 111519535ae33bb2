import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { readFacts } from "../../db/local/copy-database.ts";
import { temporaryFolder } from "../cleanup.ts";
import { sized } from "../sized.ts";
import { NEW, OLD, open } from "./upgrade.ts";

const ROWS = 150_000;
const KILLS = sized(6, 12);

/** A database of the version before, with its rows. */
async function makeOld(path: string): Promise<void> {
  (await open(path, OLD)).close();
  const old = openConnection(path, "writer");
  old.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into item select i, i from n`);
  old.close();
}

/** Upgrades in a process that is killed after this number of lines: in the copy, between steps, in the midst of the rows. */
async function upgradeIn(path: string, linesMax: number): Promise<{ isDone: boolean; said: string[] }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "upgrade.ts"), path], { stdout: "pipe" });
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true });
    if (said.split("\n").length > linesMax) child.kill("SIGKILL");
  }
  return { isDone: (await child.exited) === 0, said: said.split("\n") };
}

test(
  `an upgrade that is killed ${KILLS} times goes on, rewrites each row, and keeps the copy of before`,
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "catalogd.db");
    await makeOld(path);

    const copies = new Set<string>();
    let kills = 0;
    for (let isDone = false; !isDone; kills++) {
      const linesMax = kills < KILLS ? 1 + Math.floor(Math.random() * 6) : Number.POSITIVE_INFINITY;
      const run = await upgradeIn(path, linesMax);
      for (const line of run.said) if (line.includes("copiedTo")) copies.add(line);
      isDone = run.isDone;
    }

    expect(kills).toBeGreaterThan(2);
    expect(readFacts(path)).toMatchObject({ schemaVersion: NEW.upgrades.length + 1, fault: undefined });
    const database = openConnection(path, "reader");
    const sums = "select count(*) as rows, sum(cents = price * 100) as right from item";
    expect(database.rows(sums, {})).toEqual([{ rows: ROWS, right: ROWS }]);
    database.close();
    const [kept = "", ...others] = readdirSync(join(folder, "before-upgrade")).filter((name) => name.endsWith(".db"));
    expect([others, copies.size]).toEqual([[], 1]);
    const copy = readFacts(join(folder, "before-upgrade", kept));
    expect(copy).toMatchObject({ schemaVersion: 1, fault: undefined, tables: { item: ROWS } });
  },
  10 * 60_000,
);
