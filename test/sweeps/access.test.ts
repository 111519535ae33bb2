import { afterAll, describe, expect, test } from "bun:test";
import process from "node:process";
import type { Scope } from "../../src/http/gate/credentials/principal.ts";
import { newTenant, runJobs } from "../harness.ts";
import { givenAway, undocumented } from "./answers.ts";
import { credentialsOf, type Refusal } from "./credentials.ts";
import { crossings, strangersTo } from "./crossings.ts";
import { named, OPERATIONS } from "./operations.ts";
import { type Answer, call, requestOf, rightsOf, rowsOf, seededTenant } from "./world.ts";

// T1, T2 and T12: who may come in, and what of another tenant they get to see. Generated from the served OpenAPI document,
// so that an operation is covered from the day it is there; what it needs to work on is in seeds.ts.

const victim = await seededTenant("qzvictimqz");
const attacker = await seededTenant("qzattackerqz");
// Does what the attacker does with unknown ids: the answers must not differ.
const bystander = await seededTenant("qzbystanderqz");
const unknown = strangersTo(victim.ids);
const { refusedBy } = await credentialsOf(victim);
let rows = await rowsOf(victim.db);
let commits = victim.db.commits();
const guarded = OPERATIONS.filter(({ schemes }) => schemes.length > 0);
const ofTenants = OPERATIONS.filter(({ credential }) => credential !== "none");

/** Nothing of the victim's has changed since the last call. */
async function expectNothingChanged(): Promise<void> {
  // Where nothing at all was committed, there is nothing to be read.
  if (commits !== null && victim.db.commits() === commits) return;
  const before = rows;
  commits = victim.db.commits();
  rows = await rowsOf(victim.db);
  expect(rows).toEqual(before);
}

let cells = 0;
afterAll(() => {
  process.stdout.write(`access sweep: ${cells} cells over ${OPERATIONS.length} operations\n`);
});

/** The error code of an answer, in its family's shape. */
function codeOf({ text }: Answer): string {
  const { error, error_code: sync, errors, code } = JSON.parse(text);
  return String(error?.error_code ?? sync ?? errors?.[0]?.split(":")[0] ?? code);
}

const isRefused = (answer: Answer, { status, code }: Refusal) =>
  answer.status === status && (code === "" || codeOf(answer) === code) && !answer.text.includes(victim.canary);

describe("T12 an operation refuses", () => {
  test.each(named(guarded))("%s a caller without a right to it", async (_, operation) => {
    const request = requestOf(operation, victim);
    const wrong: unknown[] = [];

    for (const refusal of refusedBy(operation)) {
      const answer = await call(operation, request, refusal.credential);
      cells++;
      const problem = isRefused(answer, refusal)
        ? (undocumented(operation, answer) ?? givenAway(operation, answer))
        : `${answer.status} ${answer.text}`;
      if (problem !== undefined) wrong.push(`${refusal.who}: ${problem}`);
    }

    expect(wrong).toEqual([]);
    await expectNothingChanged();
  });
});

// The longest first: one may be part of another.
const NAMES = [victim, attacker, bystander]
  .flatMap(({ ids, canary }) => [...Object.values(ids), canary])
  .concat(Object.values(unknown))
  .flatMap((name) => [name, encodeURIComponent(name)])
  .toSorted((one, other) => other.length - one.length);

/** An answer without what differs between two tenants and two times. */
function essence({ status, text }: Answer): string {
  if (status < 300) return String(status);
  const plain = NAMES.reduce((rest, name) => rest.replaceAll(name, "…"), text);
  return `${status} ${plain.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "…")}`;
}

describe("T12 a key of the one scope that is required", async () => {
  const holder = await newTenant();
  const scoped = ofTenants.filter(({ scope }) => scope !== undefined);

  test.each(named(scoped))("opens %s", async (_, operation) => {
    const key = await holder.keyWith([operation.scope as Scope]);
    const answer = await call(operation, requestOf(operation, victim), { "x-api-key": key });
    cells++;

    expect([401, 403]).not.toContain(answer.status);
  });
});

describe("T1 D1-008 another tenant's resources", () => {
  /** What is wrong with an answer to what is another's, beside the answer to the same about unknown ids. */
  function faultsOf(where: string, answer: Answer, toUnknown: Answer): string[] {
    const [seen, expected] = [essence(answer), essence(toUnknown)];
    // An EAN that is another's may have become one's own as well, by the calls before; then the unknown one has, too.
    const isHidden = [403, 404].includes(answer.status) || toUnknown.status < 300;
    return [
      ...(answer.text.includes(victim.canary) ? [`leaks ${answer.text}`] : []),
      ...(where !== "path" || isHidden ? [] : [`${answer.status} ${answer.text}`]),
      ...(seen === expected ? [] : [`${seen}, but for an unknown one ${expected}`]),
    ].map((fault) => `${where}: ${fault.slice(0, 600)}`);
  }

  test.each(named(ofTenants))("%s does not know them", async (_, operation) => {
    const controls = crossings(operation, unknown, bystander);
    const wrong: string[] = [];

    for (const [index, { where, asked }] of crossings(operation, victim.ids, attacker).entries()) {
      const answer = await call(operation, asked, await rightsOf(operation, attacker));
      const control = controls[index]?.asked ?? asked;
      wrong.push(...faultsOf(where, answer, await call(operation, control, await rightsOf(operation, bystander))));
      cells++;
    }

    expect(wrong).toEqual([]);
    await expectNothingChanged();
  });
});

describe("T2 what a tenant reads", () => {
  const reads = ofTenants.filter(({ method }) => method === "GET");

  test.each(named(reads))("%s shows its own and nothing of another", async (_, operation) => {
    const { path, query } = requestOf(operation, attacker);
    const words = operation.parameters.filter(
      ({ name, place }) => place === "query" && /^(?:search|q|query)$/.test(name),
    );
    const searches = words.map(({ name }) => ({ ...query, [name]: "Sweepword" }));

    for (const each of [query, ...searches]) {
      const answer = await call(operation, { path, query: each, body: undefined }, await rightsOf(operation, attacker));
      cells++;
      expect(answer.text).not.toContain(victim.canary);
    }
  });

  test.each(named(reads))("%s finds what is there", async (_, operation) => {
    const answer = await call(operation, requestOf(operation, victim), await rightsOf(operation, victim));
    cells++;

    expect([401, 403, 404, 422]).not.toContain(answer.status);
    expect(undocumented(operation, answer)).toBeUndefined();
  });

  test("the word that must not leak is there to be found", async () => {
    const answers = await Promise.all(
      reads.map(async (operation) => call(operation, requestOf(operation, victim), await rightsOf(operation, victim))),
    );

    expect(answers.filter(({ text }) => text.includes(victim.canary)).length).toBeGreaterThanOrEqual(8);
  });

  test("an export and the search show nothing of another tenant", async () => {
    const reader = await seededTenant("qzreaderqz");
    await victim.patch(`/products/${victim.ids["product_id"]}`, { name: `Sweepword ${victim.canary} again` });
    rows = await rowsOf(victim.db);
    const { body } = await reader.post("/exports/csv/products", {});
    await runJobs();

    const file = await reader.get(`/exports/download/${body.task_id}`);
    const found = await reader.get("/products?search=Sweepword");

    expect(file.body).toContain(reader.canary);
    expect(JSON.stringify(found.body)).toContain(reader.canary);
    for (const answer of [file, found]) expect(JSON.stringify(answer.body)).not.toContain(victim.canary);
  });
});
