import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { text } from "../../db/rows.ts";
import { EVENT_TYPES } from "../../src/vocabulary.ts";
import { describedWebhooks, EVENT_MODELS, modelOf } from "../../src/webhooks/described-webhooks.ts";
import { runJobs } from "../harness.ts";
import { named, OPERATIONS, type Operation } from "../sweeps/operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "../sweeps/world.ts";
import { SILENT, TELLERS } from "./emitters.ts";

// Generated from the served document: an operation that is new fails until emitters.ts says what it emits, or why nothing.

const changes = OPERATIONS.filter(({ method, id }) => method !== "GET" || id in TELLERS);

test("every operation that changes something says what it emits", () => {
  const known = [...Object.keys(TELLERS), ...Object.values(SILENT).flat()];

  expect(changes.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
});

const tenant = await seededTenant("qztoldqz");
await tenant.post("/webhooks", { name: "All", url: "https://r1.receiver.test/", events: EVENT_TYPES });
const seen = new Set<string>();
const bodies = new Map<string, unknown>();

/** The types of the events since the last call, each once. */
async function reported(): Promise<string[]> {
  await runJobs();
  const events = await tenant.db.all(
    "select id, type, body from event where tenant_id = :tenant order by id",
    {},
    (row) => ({
      id: text(row, "id"),
      type: text(row, "type"),
      body: JSON.parse(text(row, "body")),
    }),
  );
  const fresh = events.filter(({ id }) => !seen.has(id));
  for (const { id, type, body } of fresh) {
    seen.add(id);
    bodies.set(type, body);
    const model = EVENT_MODELS[modelOf(type)];
    expect({ type, wrong: model && [...Value.Errors(model, body)].map(({ path, message }) => path + message) }).toEqual(
      { type, wrong: [] },
    );
    // What is sent and not described is as wrong.
    expect(Value.Clean(model ?? Type.Null(), structuredClone(body))).toEqual(body);
  }
  return [...new Set(fresh.map(({ type }) => type))];
}

async function perform(operation: Operation): Promise<number> {
  const { body, prepare, send } = TELLERS[operation.id] ?? {};
  const ids = { ...tenant.ids, ...(await prepare?.(tenant)) };
  await reported();
  if (send) return (await send(tenant)).status;
  const request = requestOf(operation, { ids, bodies: tenant.bodies });
  const requests = body ? { ...request, body: body(ids) } : request;
  return (await call(operation, requests, await rightsOf(operation, tenant))).status;
}

test.each(named(changes))("S6.2 S11.11 %s", async (_, operation) => {
  const teller = TELLERS[operation.id];

  const status = await perform(operation);

  expect({ told: await reported() }).toEqual({ told: teller?.tells ?? [] });
  // What is silent may as well have been refused: it was requested with the least.
  if (teller) expect(status).toBeWithin(200, 300);
});

test("each event was emitted as the document describes it, and each example is one", () => {
  expect([...bodies.keys()].toSorted()).toEqual([...EVENT_TYPES].toSorted());
  for (const [type, { post }] of Object.entries(describedWebhooks().webhooks)) {
    const { example } = post.requestBody.content["application/json"];
    expect([type, Value.Check(EVENT_MODELS[modelOf(type)] ?? Type.Null(), example)]).toEqual([type, true]);
  }
});
