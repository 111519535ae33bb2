import { expect, test } from "bun:test";
import { reportUpgrades } from "../../src/cli/start/report-upgrades.ts";

test("a long upgrade says its step, and once a second how far it is and how long it still takes", () => {
  const lines: string[] = [];
  const logged: object[] = [];
  let nowMs = 0;
  const news = reportUpgrades(
    { info: (fields: object) => logged.push(fields) },
    (line) => lines.push(line),
    () => nowMs,
  );
  news({ copiedTo: "/data/before-upgrade/catalogd.db" });
  for (const [atMs, done] of [
    [0, 0],
    [400, 5_000],
    [1_000, 10_000],
    [1_300, 15_000],
    [10_000, 100_000],
  ] as const) {
    nowMs = atMs;
    news({ to: 7, name: "weights in grams", done, total: 100_000 });
  }
  news({ to: 8, name: "an index", done: 0, total: 0 });
  expect(lines).toEqual([
    "catalogd: copied the database to /data/before-upgrade/catalogd.db before its upgrade\n",
    "catalogd: upgrading the database to schema version 7: weights in grams\n",
    "catalogd:   10 % (10000 of 100000 rows), about 9 s left\n",
    "catalogd:   100 % (100000 of 100000 rows)\n",
    "catalogd: upgrading the database to schema version 8: an index\n",
  ]);
  expect(logged).toMatchObject([{ copy: "/data/before-upgrade/catalogd.db" }, { to: 7 }, { to: 8 }]);
});
