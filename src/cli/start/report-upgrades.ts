import type { UpgradeNews } from "../../../db/local/writer.ts";
import type { Log } from "../../runtime/log.ts";

/** How often a line is printed. */
const EVERY_MS = 1_000;
const SECOND_MS = 1_000;

/** "about 40 s left" by the pace so far. */
function leftOf(done: number, total: number, tookMs: number): string {
  const leftMs = done === 0 ? 0 : (tookMs / done) * (total - done);
  return leftMs < SECOND_MS ? "" : `, about ${Math.ceil(leftMs / SECOND_MS)} s left`;
}

/**
 * Says on the terminal how far an upgrade of the database is, at most once a second, and in the log where it was copied to and
 * which steps were taken.
 */
export function reportUpgrades(
  log: Pick<Log, "info">,
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): (news: UpgradeNews) => void {
  let step = 0;
  let [startedMs, saidMs] = [0, Number.NEGATIVE_INFINITY];
  return (news) => {
    if ("copiedTo" in news) {
      log.info({ copy: news.copiedTo }, "copied the database before its upgrade");
      print(`catalogd: copied the database to ${news.copiedTo} before its upgrade\n`);
      return;
    }
    const { to, name, done, total } = news;
    if (to !== step) {
      log.info({ to, step: name }, "upgrading the database");
      print(`catalogd: upgrading the database to schema version ${to}: ${name}\n`);
      [step, startedMs, saidMs] = [to, now(), now()];
    }
    const isDue = now() - saidMs >= EVERY_MS || (done === total && done > 0);
    if (total === 0 || !isDue) return;
    saidMs = now();
    const percent = Math.floor((100 * done) / total);
    print(`catalogd:   ${percent} % (${done} of ${total} rows)${leftOf(done, total, now() - startedMs)}\n`);
  };
}
