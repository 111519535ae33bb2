import { setImmediate } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DiskRefuses } from "../../db/local/disk-refusal.ts";
import { toWire } from "../../db/local/write-port.ts";
import { mutation } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { access, openAccess } from "../../src/http/gate/access.ts";
import type { GateServices } from "../../src/http/gate/gate.ts";
import { flatPage, metaPage, metaPageOf, pageOf, pageQuery } from "../../src/http/input/page.ts";
import { noContent } from "../../src/http/output/answers.ts";
import { ApiError, required, reviveError } from "../../src/http/output/errors.ts";
import { ifMatch, requireVersion, withETag } from "../../src/http/output/etag.ts";

/** A change that shows how often it was made: it answers how many settings the tenant then has. */
export const addSetting = mutation(
  "test.addSetting",
  async (tx, { value }: { value: string }, { newId: makeId, now }) => {
    await tx.run(
      `insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, json_quote(:value), :nowMs)`,
      { name: makeId(), value, nowMs: now() },
    );
    const count = await tx.one("select count(*) as count from setting where tenant_id = :tenant", {}, (row) =>
      number(row, "count"),
    );
    return { count };
  },
);

const Item = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 10 }),
  ean: Type.Optional(Type.String({ pattern: "^[0-9]{13}$" })),
  price: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  stock: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 5 }), { maxItems: 3 })),
  status: Type.Optional(Type.Union([Type.Literal("active"), Type.Literal("archived")])),
  owner: Type.Optional(Type.Object({ email: Type.String({ format: "email" }) }, { additionalProperties: false })),
  extra: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const Query = Type.Object({
  ...pageQuery().properties,
  is_active: Type.Optional(Type.Boolean()),
  min: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  ids: Type.Optional(Type.Array(Type.String({ format: "uuid" }))),
  status: Type.Optional(Type.Union([Type.Literal("active"), Type.Literal("archived")])),
  search: Type.Optional(Type.String({ maxLength: 50 })),
  order: Type.Optional(Type.String({ default: "name" })),
});
const Anything = Type.Record(Type.String(), Type.Unknown());
const READ = { credential: "any", permission: "VIEW_CATALOG", scope: "products:read", tier: "READ_STANDARD" } as const;
const WRITE = { credential: "any", permission: "EDIT_CATALOG", scope: "products:write", tier: "BULK_CREATE" } as const;

/** Routes that use each convention. */
export const resources = (services: GateServices) =>
  new Elysia({ prefix: "/things", tags: ["Products"] })
    .use(access(services))
    .get("", ({ query }) => ({ ...metaPage([], 41, pageOf(query)), query }), {
      policy: READ,
      query: Query,
      response: { 200: Anything },
    })
    .get("/flat", ({ query }) => flatPage([], 41, pageOf(query)), {
      policy: READ,
      query: Query,
      response: { 200: Anything },
    })
    .get("/named", ({ query }) => metaPage([{ name: "a", price: 1, tags: [] }], 1, pageOf(query)), {
      policy: READ,
      query: pageQuery(),
      response: {
        200: metaPageOf(Type.Object({ name: Type.String(), price: Type.Number(), tags: Type.Array(Type.String()) })),
      },
    })
    .post("/long-secret", () => ({ token: "s".repeat(3_000) }), {
      policy: { ...WRITE, secretAnswer: true },
      response: { 200: Anything },
    })
    .get(
      "/whoami",
      ({ tenantId, principal: { subjectId, kind }, language, requestId }) => ({
        tenantId,
        subjectId,
        kind,
        language,
        requestId,
      }),
      {
        policy: { credential: "any", tier: "READ_STANDARD" },
        response: { 200: Anything },
      },
    )
    .get(
      "/long/:turns/:length",
      async ({ params, set }) => {
        for (let turn = 0; turn < params.turns; turn++) await setImmediate();
        set.headers["etag"] = '"long"';
        return { text: "Š".repeat(params.length) };
      },
      {
        policy: { credential: "any", tier: "READ_STANDARD" },
        params: Type.Object({ turns: Type.Integer(), length: Type.Integer() }),
        response: { 200: Anything },
      },
    )
    .get("/session", () => ({}), {
      policy: { credential: "session", permission: "MANAGE_USERS", tier: "READ_ADMIN" },
      response: { 200: Anything },
    })
    .get("/key", () => ({}), { policy: { credential: "api_key", tier: "READ_ADMIN" }, response: { 200: Anything } })
    .get("/module", () => ({}), { policy: { ...READ, module: "imports" }, response: { 200: Anything } })
    .get(
      "/fails",
      (): Record<string, unknown> => {
        throw new Error("select secret from password");
      },
      { policy: READ, response: { 200: Anything } },
    )
    .get(
      "/database-fails",
      (): Record<string, unknown> => {
        throw Object.assign(new Error("near select"), { code: "SQLITE_ERROR" });
      },
      { policy: READ, response: { 200: Anything } },
    )
    .get(
      "/overloaded",
      (): Record<string, unknown> => {
        throw Object.assign(new Error("busy"), { name: "DatabaseUnavailable" });
      },
      { policy: READ, response: { 200: Anything } },
    )
    .get(
      "/disk/:code",
      ({ params: { code } }): Record<string, unknown> => {
        if (code === "full") throw reviveError(toWire(new DiskRefuses("full")));
        throw Object.assign(new Error(`${code}: cannot write`), { code });
      },
      { policy: READ, params: Type.Object({ code: Type.String() }), response: { 200: Anything } },
    )
    .get(
      "/helped",
      (): Record<string, unknown> => {
        throw new ApiError("ERP_NOT_CONFIGURED", { details: { dependency: "erp" }, howToFix: "auth.session_only" });
      },
      { policy: READ, response: { 200: Anything } },
    )
    .get("/undeclared", () => ({ secret: 1 }), { policy: READ, response: { 200: Type.Object({}) } })
    .post("", ({ body, status }) => status(201, body), { policy: WRITE, body: Item, response: { 201: Anything } })
    .post("/settings", async ({ body, write, status }) => status(201, await write(addSetting, { value: body.value })), {
      policy: WRITE,
      body: Type.Object({ value: Type.String() }),
      response: { 201: Anything },
    })
    .post(
      "/twice",
      async ({ body, write }) => ({ first: await write(addSetting, body), second: await write(addSetting, body) }),
      {
        policy: WRITE,
        body: Type.Object({ value: Type.String() }),
        response: { 200: Anything },
      },
    )
    .post("/batch", () => ({}), {
      policy: { ...WRITE, tier: "AI_BATCH", operation: "batch" },
      body: Type.Object({ value: Type.String() }),
      response: { 200: Anything },
    })
    .post("/batch/start", () => ({}), {
      policy: { ...WRITE, tier: "AI_BATCH", operation: "start" },
      response: { 200: Anything },
    })
    .post("/secret", async ({ body, write }) => write(addSetting, body), {
      policy: { ...WRITE, secretAnswer: true },
      body: Type.Object({ value: Type.String() }),
      response: { 200: Anything },
    })
    .post("/bulk", ({ body }) => ({ count: body.length }), {
      policy: { ...WRITE, body: { maxBytes: 4096 } },
      body: Type.Array(Item, { maxItems: 200 }),
      response: { 200: Anything },
    })
    .post("/optional", ({ body }) => ({ body: body ?? "none" }), {
      policy: WRITE,
      body: Type.Optional(Item),
      response: { 200: Anything },
    })
    .post("/empty", () => ({}), { policy: WRITE, response: { 200: Anything } })
    .post("/search", () => ({}), { policy: { ...READ, readOnly: true }, response: { 200: Anything } })
    .post("/upload", async ({ request }) => ({ bytes: (await request.arrayBuffer()).byteLength }), {
      policy: { ...WRITE, body: { type: "upload" } },
      body: Type.Object({ file: Type.String({ format: "binary" }) }),
      response: { 200: Anything },
    })
    .get("/:id", (context) => withETag(context, 7, { id: context.params.id }, context.language), {
      policy: READ,
      params: Type.Object({ id: Type.String({ format: "uuid" }) }),
      response: { 200: Anything },
    })
    .put(
      "/:id",
      ({ headers }) => {
        requireVersion(ifMatch(headers), 7);
        return {};
      },
      {
        policy: WRITE,
        params: Type.Object({ id: Type.String({ format: "uuid" }) }),
        response: { 200: Anything },
      },
    )
    .delete("/:id", noContent, {
      policy: WRITE,
      params: Type.Object({ id: Type.String({ format: "uuid" }) }),
      response: { 204: Type.Void() },
    })
    .get(
      "/number/:number",
      ({ params }) => required(params.number === 1 ? { number: 1 } : undefined, "thing", params.number),
      {
        policy: READ,
        params: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
        response: { 200: Anything },
      },
    );

/** A family whose errors have a shape of their own. */
export const family = (prefix: string) => (services: GateServices) =>
  new Elysia({ prefix }).use(access(services)).post("/products", ({ body }) => body, {
    policy: { credential: "api_key", scope: "ext:products:write", tier: "WRITE_STANDARD", module: "ext_api" },
    body: Item,
    response: { 200: Anything },
  });

const emailIn = (body: unknown) => String((body as { email?: unknown } | undefined)?.email ?? "");

/** Public routes. */
export const open = (services: GateServices) =>
  new Elysia({ prefix: "/open" })
    .use(openAccess(services))
    .get("", () => ({}), { policy: { credential: "none", tier: "READ_PUBLIC" }, response: { 200: Anything } })
    .post("/login", () => ({}), {
      policy: {
        credential: "none",
        tier: "AUTH_LOGIN",
        body: { type: "form" },
        identity: emailIn,
      },
      body: Type.Object({ email: Type.String() }),
      response: { 200: Anything },
    });
