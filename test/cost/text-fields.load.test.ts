import { expect, test } from "bun:test";
import { sized } from "../sized.ts";
import { OPERATIONS, type Operation, type Schema } from "../sweeps/operations.ts";
import { type Place, placesOf, typeOf, variantsOf, withValue } from "../sweeps/values.ts";
import { knownTo, requestOf, rightsOf, seededTenant, sendRaw, urlOf } from "../sweeps/world.ts";
import { cpuMs, type Growth, growthOf, type Size } from "./cpu-time.ts";

/** The longest text that is sent: what takes time by the square of its length takes a second for a third of the longest fields. */
const LENGTH_MAX = sized(30_000, 100_000);
/** What a request with one text may cost the thread that answers. */
const REQUEST_MS_MAX = 50;
/** Pieces that readers of texts have stumbled over: repeated, and followed by something that does not fit. */
const PIECES = [
  "a",
  " ",
  "<",
  "<p",
  "on",
  "<p on",
  "&",
  "&#x",
  "(",
  "[[",
  '"',
  "\\",
  "1",
  "1,",
  "-",
  "é",
  "a@",
  "http://",
  "%",
  "{{",
  ".",
  "\n",
];

const MARK = "the text";
/** What people write, and how many times as long any other text may take: more than so often is looked at closely. */
const PLAIN = "some plain words ";
const PLAIN_TIMES = 10;
const LOOKED_AT_TIMES = 2;

/** The text fields of an operation, each kind of schema once. */
interface Field {
  operation: Operation;
  place: Place;
}

const isText = (schema: Schema) =>
  variantsOf(schema).some((each) => typeOf(each) === "string" && !("enum" in each) && !("const" in each));
const kindOf = ({ place: { name, schema } }: Field) =>
  JSON.stringify([name, ...variantsOf(schema).map((each) => [each["pattern"], each["format"], each["maxLength"]])]);

const fields = OPERATIONS.flatMap((operation) =>
  operation.body?.types.includes("application/json") && !operation.tier.startsWith("AUTH_")
    ? placesOf(operation.body.schema)
        .filter(({ schema }) => isText(schema))
        .map((place): Field => ({ operation, place }))
    : [],
);
const distinct = [...new Map(fields.map((field) => [kindOf(field), field])).values()];
const tenant = await seededTenant("qzcostqz");

/** Whether a text of the longest length took no longer than words may, which grow as they should. */
const isLikeWords = (ms: number, { isLinear, twiceMs }: Growth): boolean =>
  isLinear && twiceMs <= REQUEST_MS_MAX && ms <= twiceMs * LOOKED_AT_TIMES;

/** The longest text that a field takes, so that a whole one gets behind the schema too. */
function lengthOf({ schema }: Place): number {
  const lengths = variantsOf(schema).map((each) => Number(each["maxLength"] ?? LENGTH_MAX));
  return Math.min(LENGTH_MAX, Math.max(...lengths));
}

test.each(distinct.map((field) => [`${field.place.path.join(".")} of ${field.operation.name}`, field] as const))(
  "S-04 %s takes any text in time by its length",
  async (_, { operation, place }) => {
    const rights = await rightsOf(operation, tenant);
    const base = requestOf(operation, tenant);
    const known = knownTo(tenant.ids, operation);
    const url = urlOf(operation, base);
    const schema = operation.body?.schema ?? {};
    const headers = { ...rights, "content-type": "application/json" };
    const [before = "", behind = ""] = JSON.stringify(withValue(schema, base.body, place.path, MARK, known)).split(
      JSON.stringify(MARK),
    );
    const wrong: string[] = [];
    const sender = (piece: string) => {
      const bodyOf = (size: Size) => {
        const length = lengthOf(place) * (size / 2);
        const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, Math.max(0, length - 1))}!`;
        return before + JSON.stringify(text) + behind;
      };
      const bodies = { 0.25: bodyOf(0.25), 1: bodyOf(1), 2: bodyOf(2) };
      return (size: Size) => sendRaw(operation.method, url, headers, bodies[size]);
    };
    let words: Growth | undefined;
    for (const piece of PIECES) {
      const send = sender(piece);
      const firstMs = await cpuMs(() => send(2));
      if (firstMs <= REQUEST_MS_MAX / 2) continue;
      // To be stored and found again any text of that length costs this much.
      words ??= await growthOf(sender(PLAIN));
      if (isLikeWords(firstMs, words)) continue;
      const { onceMs, twiceMs, isLinear } = await growthOf(send, { msMax: REQUEST_MS_MAX });
      if (isLinear && twiceMs <= REQUEST_MS_MAX) continue;
      // On a machine with much else to do any text of that length may take this long.
      const plain = await growthOf(sender(PLAIN));
      if (!isLinear || twiceMs > plain.twiceMs * PLAIN_TIMES) {
        wrong.push(`${JSON.stringify(piece)}: ${onceMs} ms, then ${twiceMs} ms`);
      }
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);
