import { createHash } from "node:crypto";
import type { Reader } from "../../db/ports.ts";
import { readClock } from "../../db/products/clock.ts";
import { RestingMap } from "../../search/resting-map.ts";

/** A longer question is kept by its digest: it may be longer than its answer. */
const QUESTION_MAX = 200;

/** By what the answer to a tenant's question is kept. */
export function keyOf({ tenantId }: Reader, asked: unknown): string {
  const question = JSON.stringify(asked);
  const short = question.length <= QUESTION_MAX ? question : createHash("sha256").update(question).digest("base64url");
  return `${tenantId} ${short}`;
}

/** An answer as it is sent. */
interface Keepable {
  text: string;
  /** The tenant's change clock when it was read, or before; `null`: it is not to be kept. */
  clock: number | null;
}

interface Kept<Answer> {
  answer: Answer;
  /** The reader's commits before it was last known to hold: while they stand, the clock does. */
  commits: number | null;
}

/**
 * Keeps answers about products, as they are sent, while nothing changes: most readers ask for the same ones again and
 * again. The tenant's change clock says so of all that they show: products, what belongs to them, and what they name. One
 * for each kind of answer and app.
 */
export class KeptAnswers<Answer extends Keepable> {
  readonly #kept: RestingMap<Kept<Answer>>;

  /** `keptMax`: characters of all answers together. */
  constructor(keptMax: number) {
    this.#kept = new RestingMap(keptMax, ({ answer }) => answer.text.length + QUESTION_MAX);
  }

  /** The answer to what a tenant `asked`, made by `find` unless it is known. Throws as that does. */
  async answer(db: Reader, asked: unknown, find: () => Promise<Answer>): Promise<Answer> {
    const key = keyOf(db, asked);
    const known = this.#kept.get(key);
    const commits = db.commits();
    if (known !== undefined) {
      if (commits !== null && known.commits === commits) return known.answer;
      if (known.answer.clock === (await readClock(db))) {
        known.commits = commits;
        return known.answer;
      }
    }
    const answer = await find();
    if (answer.clock !== null) this.#kept.set(key, { answer, commits });
    return answer;
  }
}
