import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call, document } from "./presta-requests.ts";

// Source: `saveEntityFromXml` in classes/webservice/WebserviceRequest.php of PrestaShop 8 and 9: a document may hold several objects.
// They are stored one after the other until one is refused; those before it stay. As JSON only the last one is answered.
const TIMEOUT_MS = 120_000;
/** Texts, categories and features of a product are some work for a shop, a quantity or a price is not. */
export const BATCH = 20;
export const SMALL_BATCH = 100;

type Resource = "products" | "tags" | "combinations" | "stock_availables" | "specific_prices";
type Refused<T> = Map<T, PlatformError>;

const isOwnRefusal = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.reason === "refused" && !error.isUncertain;

export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));

/** Carries a work out. Returns why the shop refused it, if it did. */
async function refusalOf(work: () => Promise<unknown>): Promise<PlatformError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isOwnRefusal(error)) return error;
    throw error;
  }
}

/** Changes objects some a request; those of a refused request each alone. Returns which were refused, and why. */
export async function changeAll<T>(
  api: Api,
  resource: Resource,
  all: readonly { of: T; id: string; xml: string }[],
  size: number,
): Promise<Refused<T>> {
  const refused: Refused<T> = new Map();
  const patch = (path: string, xml: string, timeoutMs?: number) =>
    refusalOf(() => call(api, path, { method: "PATCH", body: document(xml), ...(timeoutMs && { timeoutMs }) }));
  for (const some of chunksOf(all, size)) {
    const isBatch = some.length > 1;
    const xml = some.map((each) => each.xml).join("");
    if (isBatch && (await patch(resource, xml, TIMEOUT_MS)) === undefined) continue;
    for (const { of, id, xml } of some) {
      const error = await patch(`${resource}/${id}`, xml);
      if (error) refused.set(of, error);
    }
  }
  return refused;
}

/** An object that is to be made, and the reference that it is found by. */
export interface Made<T> {
  of: T;
  reference: string;
  xml: string;
}

/** How what was made is found by references, in lower case. */
type Find = (references: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A reference that a filter of the webservice finds as it is; others are made each in a request of its own. */
const isFindable = ({ reference }: { reference: string }) =>
  /^[^|[\],%<>;={}]{1,64}$/u.test(reference) && reference.trim() === reference;

/** What became of an object that was to be made; `answered`: what the shop said of it, where it did. */
export type Making = { id: string; answered?: unknown } | PlatformError;

const NO_ID = new PlatformError("refused", "PrestaShop gave no id");

/** How objects of a kind are made and found. */
interface Kind {
  resource: Resource;
  object: string;
  find: Find;
}

async function makeOne(api: Api, { resource, object }: Kind, xml: string): Promise<Making> {
  let made: unknown;
  const refusal = await refusalOf(async () => {
    made = member(await call(api, resource, { method: "POST", body: document(xml) }), object);
  });
  const id = textOf(member(made, "id"));
  return refusal ?? (id === undefined ? NO_ID : { id, answered: made });
}

/** Looks references up, in halves where a shop refuses an address of that length. */
export async function lookUp(find: Find, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  try {
    return await find(references);
  } catch (error) {
    if (!isOwnRefusal(error) || references.length === 1) throw error;
  }
  const middle = Math.ceil(references.length / 2);
  const first = await lookUp(find, references.slice(0, middle));
  return new Map([...first, ...(await lookUp(find, references.slice(middle)))]);
}

/** Makes objects in one request. Returns what became of each; `undefined`: it is not there, and another one was refused. */
async function makeTogether<T>(api: Api, { resource, find }: Kind, some: readonly Made<T>[]) {
  const body = document(some.map(({ xml }) => xml).join(""));
  let answered: unknown[] = [];
  const refusal = await refusalOf(async () => {
    const answer = await call(api, resource, { method: "POST", body, timeoutMs: TIMEOUT_MS });
    answered = listOf(member(answer, resource));
  });
  if (answered.length === some.length) {
    return answered.map((each): Making => ({ id: String(member(each, "id")), answered: each }));
  }
  const references = some.map(({ reference }) => reference);
  const there = await lookUp(find, references);
  return some.map(({ reference }): Making | undefined => {
    const id = there.get(reference.toLowerCase());
    if (id !== undefined) return { id };
    return refusal ? undefined : NO_ID;
  });
}

/** Makes objects some a request. Of a refused request those that were stored are found, the others go each alone. */
export async function makeAll<T>(api: Api, kind: Kind, all: readonly Made<T>[]): Promise<Map<T, Making>> {
  const outcomes = new Map<T, Making>();
  const alone = all.filter((each) => !isFindable(each));
  for (const some of chunksOf(all.filter(isFindable), BATCH)) {
    const made = some.length === 1 ? [] : await makeTogether(api, kind, some);
    for (const [place, each] of some.entries()) {
      const outcome = made[place];
      if (outcome) outcomes.set(each.of, outcome);
      else alone.push(each);
    }
  }
  for (const { of, xml } of alone) outcomes.set(of, await makeOne(api, kind, xml));
  return outcomes;
}
