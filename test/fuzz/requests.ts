import fc from "fast-check";
import { hostileTo } from "../sweeps/hostile.ts";
import { JSON_TYPE } from "../sweeps/hostile-values.ts";
import type { Operation } from "../sweeps/operations.ts";
import { requestOf, urlOf } from "../sweeps/world.ts";
import type { Ids } from "./ids.ts";

/** A request as it is sent. `url` begins with `http://localhost/api/v1`. */
export interface FuzzedRequest {
  operation: Operation;
  what: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** Closes the connection in the middle of the body. */
  isBrokenOff: boolean;
}

/** What would end the run rather than the service: its own credentials, and the tenant it is. */
const LEFT_ALONE = /^\/(?:auth\/(?!me|csrf)|operator|users|settings\/users|api-keys\/\{)|\/(?:erase|purge)/;
/** Of each hundred requests: as documented, and with one to three faults; the others are damaged. */
const VALID = 30;
const NEARLY_VALID = 75;
/** Hostile requests that are made of one operation at a time. */
const BATCH = 40;
const BOUNDARY = "fuzzed";
const TABLE = 'ean,sku,name,price\n3400949497294,A-1,"A name",1.5\n,A-2,Another,2\n';

const pieces = ['"', "\r\n", `--${BOUNDARY}`, `--${BOUNDARY}--`, "\r\n\r\n", ":", ";", "\0", "name=", "\u00e9", " "];

type Random = (below: number) => number;

/** Makes requests to all operations, in an endless row that a seed decides. */
export class Requests {
  readonly #operations: Operation[];
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #hostile = new Map<string, FuzzedRequest[]>();

  constructor(operations: readonly Operation[], ids: Ids, random: Random) {
    this.#operations = operations.filter(({ path, method }) => method === "GET" || !LEFT_ALONE.test(path));
    this.#ids = ids;
    this.#random = random;
  }

  /** Every operation once, as documented, to have something to work on. */
  *first(): Generator<FuzzedRequest> {
    for (const operation of this.#operations) if (operation.method !== "DELETE") yield this.#valid(operation);
  }

  next(): FuzzedRequest {
    const operation = this.#operations[this.#random(this.#operations.length)] as Operation; // within
    const chance = this.#random(100);
    if (chance < VALID) return this.#valid(operation);
    if (chance >= NEARLY_VALID) return this.#damaged(this.#valid(operation));
    const waiting = this.#hostile.get(operation.name) ?? [];
    if (waiting.length === 0) waiting.push(...this.#hostileTo(operation));
    this.#hostile.set(operation.name, waiting);
    return waiting.pop() ?? this.#valid(operation);
  }

  #hostileTo(operation: Operation): FuzzedRequest[] {
    const given = { ids: this.#ids.pick(this.#random), bodies: {} };
    return fc
      .sample(hostileTo(operation, given), { seed: this.#random(2 ** 31), numRuns: BATCH })
      .map((each) => ({ ...each, operation, isBrokenOff: false }));
  }

  #valid(operation: Operation): FuzzedRequest {
    const requests = requestOf(operation, { ids: this.#ids.pick(this.#random), bodies: {} });
    const isForm = operation.body?.types.includes("multipart/form-data") === true;
    const sent = isForm
      ? { headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` }, body: formOf(requests.body) }
      : { headers: operation.body ? JSON_TYPE : {}, body: operation.body && JSON.stringify(requests.body) };
    return { operation, what: "as documented", url: urlOf(operation, requests), ...sent, isBrokenOff: false };
  }

  /** The same with its bytes cut, mixed or never sent to their end. */
  #damaged(request: FuzzedRequest): FuzzedRequest {
    const text = String(request.body ?? "{}");
    const at = this.#random(text.length + 1);
    const piece = pieces[this.#random(pieces.length)] ?? "";
    const ways: [string, string][] = [
      ["cut", text.slice(0, at)],
      ["a piece put in", text.slice(0, at) + piece + text.slice(at)],
      ["a piece taken out", text.slice(0, at) + text.slice(at + 1 + this.#random(20))],
      ["repeated", text.slice(at).repeat(1 + this.#random(200))],
    ];
    const [what, body] = ways[this.#random(ways.length)] ?? ["cut", ""];
    const hasBody = request.operation.method !== "GET";
    return { ...request, what, body: hasBody ? body : undefined, isBrokenOff: hasBody && this.#random(4) === 0 };
  }
}

function formOf(fields: unknown): string {
  const parts = Object.entries(Object(fields)).map(([name, value]) =>
    /file/.test(name)
      ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${TABLE}\r\n`
      : `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
