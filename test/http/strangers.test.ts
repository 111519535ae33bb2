import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gateFactsOf } from "../../src/http/describe/documents/operations.ts";
import { app, send } from "../harness.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/security.md"), "utf8");
const table = page.slice(page.indexOf("<!-- strangers -->"), page.indexOf("<!-- /strangers -->"));
const listed = [...table.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, path = ""]) => path);

/** What needs no credential. */
const open = app.routes
  .filter((route) => (gateFactsOf(route)?.policy.credential ?? "none") === "none")
  .map(({ method, path }) => `${method} ${path.length > 1 ? path.replace(/\/$/, "") : path}`);

const isListed = (route: string) =>
  listed.some((each) => (each.endsWith("/*") ? route.startsWith(each.slice(0, -1)) : route === each));

test("docs/security.md lists what strangers can reach, and nothing that is missing", () => {
  expect(open.filter((route) => !isListed(route))).toEqual([]);
  const covers = (each: string) =>
    open.some((route) => (each.endsWith("/*") ? route.startsWith(each.slice(0, -1)) : route === each));
  expect(listed.filter((each) => !covers(each))).toEqual([]);
});

test("GET /api/v1 says where to go", async () => {
  for (const path of ["", "/"]) {
    const { status, body } = await send("GET", path);

    expect(status).toBe(200);
    expect(body).toMatchObject({ documentation: "/docs", openapi: "/api/v1/openapi.json", errors: "/docs/errors" });
    expect(body.resources).toMatchObject({ products: "/api/v1/products", imports: "/api/v1/imports" });
  }
});
