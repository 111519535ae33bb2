import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Call } from "./caller.ts";
import { type Expected, eanOf, type StoryCatalog, skuOf } from "./story-catalog.ts";

/** Between two requests of one caller. */
const [READS_MS, WRITES_MS] = [10, 150];
/** Of this number of changes of a writer one makes a new product as well. */
const MAKES_EVERY = 3;
const PAGE = 500;
const LOOK_MS = 200;

/** What callers were answered while processes were killed. */
export interface Answered {
  right: number;
  /** 502, 503, or a connection that ended: a process had died. */
  away: number;
  /** All else, in words. */
  wrong: string[];
}

/** What is stored, by the answers that writers had. */
export interface Written {
  /** As each product was left, by its SKU. */
  expected: Map<string, Expected>;
  /** By the id of a product: its names in the order of its changes. */
  changes: Map<string, string[]>;
}

export interface Traffic {
  call: Call;
  catalog: StoryCatalog;
  answered: Answered;
  isOver: () => boolean;
}

const CUT = 0;
const isAway = ({ status }: Answer) => status === CUT || status === 502 || status === 503;

/** Calls without throwing: a connection that ended amid an answer is status 0, an answer that is no JSON stays a fault. */
export const cutAsAnswer =
  (call: Call): Call =>
  (...given) =>
    call(...given).catch((error: unknown) => ({ status: error instanceof SyntaxError ? -1 : CUT, body: undefined }));

/** Notes an answer; `why` says what is wrong with it, if anything. */
function judge(answered: Answered, answer: Answer, why: string | undefined): void {
  if (isAway(answer)) answered.away++;
  else if (why === undefined) answered.right++;
  else answered.wrong.push(`${why} (${answer.status})`);
}

/** The name and the EAN in an answer of one of the two ways to read a product by its EAN. */
async function readByEan(call: Call, ean: string) {
  if (Math.random() < 0.5) {
    const answer = await call("GET", `/ext/products/${ean}`);
    return { answer, ean: answer.body?.data?.ean, name: answer.body?.data?.title };
  }
  const answer = await call("GET", `/products?ean=${ean}`);
  const found = answer.body?.items?.[0];
  return { answer, ean: found?.ean, name: found?.title };
}

/** Reads products by their EAN: each time the product that has it, in a state in which it is or was, and never an older one again. */
export async function readAlong({ call, catalog, answered, isOver }: Traffic): Promise<void> {
  const renewed = new Set<number>();
  while (!isOver()) {
    const number = Math.floor(Math.random() * catalog.writtenFrom);
    const { answer, ean, name } = await readByEan(call, eanOf(number));
    const isAfter = name === catalog.last(number).name;
    const isRight = isAfter || (name === catalog.first(number).name && !renewed.has(number));
    const why = ean === eanOf(number) && isRight ? undefined : `${eanOf(number)} was answered with ${ean} ${name}`;
    judge(answered, answer, why);
    if (isAfter && catalog.isOfFile(number)) renewed.add(number);
    await sleep(READS_MS);
  }
}

/** Repeats a write with its key until it is taken; its answer. */
async function taken({ call, answered }: Traffic, method: string, path: string, body: object, key: string) {
  for (;;) {
    const answer = await call(method, path, body, { "idempotency-key": key });
    // 409: the same request is still under way in another process.
    const isTaken = answer.status === 200 || answer.status === 201;
    judge(answered, answer, isTaken || answer.status === 409 ? undefined : `${method} ${path} was refused`);
    if (isTaken) return answer;
    await sleep(LOOK_MS);
  }
}

const bodyOf = ({ name, price }: Expected) => ({ name, price: Number(price) });

/** Changes one product again and again, reads each change back, and makes others beside it, until it is over. */
export async function writeAlong(traffic: Traffic, number: number, { expected, changes }: Written): Promise<void> {
  const { call, answered, isOver } = traffic;
  let id: string | undefined;
  while (id === undefined) id = (await call("GET", `/products?ean=${eanOf(number)}`)).body?.items?.[0]?.id;
  const names: string[] = [];
  changes.set(id, names);
  for (let change = 1; !isOver(); change++) {
    const next = { name: `Written ${number} change ${change}`, price: (50 + (change % 900) / 100).toFixed(2) };
    await taken(traffic, "PATCH", `/products/${id}`, bodyOf(next), `${id} ${change}`);
    names.push(next.name);
    expected.set(skuOf(number), next);
    // The next process that is asked knows it.
    const read = await call("GET", `/products/${id}`);
    judge(answered, read, read.body?.title === next.name ? undefined : `${next.name} was read as ${read.body?.title}`);
    if (change % MAKES_EVERY === 0) {
      const made = { name: `Made ${number} ${change}`, price: next.price };
      const sku = `MADE-${number}-${change}`;
      const { body } = await taken(traffic, "POST", "/products", { ...bodyOf(made), reference: sku }, sku);
      changes.set(body.id, [made.name]);
      expected.set(sku, made);
    }
    await sleep(WRITES_MS);
  }
}

interface Changed {
  id: string;
  updated_at: string;
}

/** Takes in a page of changes; what is wrong with it, if anything. */
function takeIn(seen: Map<string, string>, page: readonly Changed[]): string | undefined {
  const late = page.find(({ updated_at: time }, place) => time <= (page[place - 1]?.updated_at ?? ""));
  const older = page.find(({ id, updated_at: time }) => time < (seen.get(id) ?? ""));
  for (const { id, updated_at: time } of page) seen.set(id, time);
  if (older) return `An older change of ${older.id} came after a newer one`;
  return late && `The change of ${late.id} came out of order`;
}

/**
 * Follows the changes as a partner does, page by page, until it is over and nothing more comes. Returns when each product was
 * changed last, by its id.
 */
export async function followAlong({ call, answered, isOver }: Traffic): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (let since = "2000-01-01T00:00:00Z"; ; ) {
    const wasOver = isOver();
    const answer = await call("GET", `/ext/products/delta?since=${encodeURIComponent(since)}&page_size=${PAGE}`);
    const isRead = answer.status === 200;
    const page: Changed[] = isRead ? answer.body.data : [];
    judge(answered, answer, isRead ? takeIn(seen, page) : "The changes were refused");
    since = page.at(-1)?.updated_at ?? since;
    if (isRead && wasOver && page.length < PAGE) return seen;
    if (page.length < PAGE) await sleep(LOOK_MS);
  }
}
