import type { Names } from "./scaffold.ts";

/** The routes of a kind of run. */
export const routesOf = ({ family, noun, One, Many, one, word, title }: Names) => `import { Type } from "@sinclair/typebox";
import { items } from "../../db/${family}/items.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { nameOf, orNull, Uuid } from "../http/input/fields.ts";
import { flatPageOf, pageQuery } from "../http/input/page.ts";
import { listProducts } from "../kit/runs/list.ts";
import { runParams, runRoutes } from "../kit/runs/routes.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../runtime/services.ts";
import { create, lifecycle, ${One} } from "./${noun}.ts";

const PATH = "/${family}";
const TAG = "${title}";
const Item = Type.Object({ product_id: Uuid, error: orNull(Type.String()) });

/** \`/${family}\` */
export const ${one}Routes = (services: Services) =>
  accessRoutes(services, TAG)
    .post(
      PATH,
      async ({ write, body, set, status }) => {
        const created = await write(create, body);
        set.headers["location"] = \`/api/v1\${PATH}/\${created.id}\`;
        return status(201, ${One}.bodyOf(created));
      },
      {
        policy: EDIT,
        body: Type.Object({ name: nameOf(255, "What it is for.") }),
        response: { 201: ${One}.Body },
        detail: {
          operationId: "create${One}",
          summary: "Create ${/^[aeiou]/.test(word) ? "an" : "a"} ${word}",
          description: "It waits for its start.",
        },
      },
    )
    .get(
      \`\${PATH}/:job_id/items\`,
      async ({ db, params, query }) => {
        const { id: runId } = await ${One}.require(db, params.job_id);
        return listProducts(db, items, { where: { runId }, query }, ({ productId, error }) => ({
          product_id: productId,
          error,
        }));
      },
      {
        policy: VIEW,
        params: runParams("${word}"),
        query: pageQuery(),
        response: { 200: flatPageOf(Item) },
        detail: {
          operationId: "list${One}Items",
          summary: "List the products of ${/^[aeiou]/.test(word) ? "an" : "a"} ${word}",
          description: "Those that it has done, by id. \`error\` says what is wrong; null if nothing is.",
        },
      },
    )
    .use(
      runRoutes(services, ${One}, {
        path: PATH,
        tag: TAG,
        texts: { one: "${One}", many: "${Many}", word: "${word}", short: "${word}", read: "With its progress." },
        rights: { list: VIEW, read: { ...VIEW, tier: "PROGRESS_POLL" } },
        list: { paging: "pages", filters: { status: ${One}.Body.properties["status"] ?? Type.String() } },
        moves: {
          start: { policy: EDIT, description: "Only a pending one.", status: 202 },
          pause: { policy: EDIT, description: "Products already started are finished." },
          resume: { policy: EDIT, description: "Finished products are not done again." },
          cancel: { policy: EDIT, description: "Finished products stay done." },
          retry: { policy: EDIT, description: "Continues one that failed or was cancelled.", status: 202 },
        },
        lifecycle,
      }),
    );
`;

/** What the tests of every operation need of it. */
export const testFamilyOf = ({ family, table, One, many, words, title }: Names) => `import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const MADE = { job_id: "{create${One}.id}" };
const MOVES = ["start${One}", "pause${One}", "resume${One}", "cancel${One}", "retry${One}"] as const;

export const ${many} = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const made = await tenant.post("/${family}", { name: \`${title} \${canary}\` });
      return { "${family}/job_id": made.body.id };
    },
  },
  silent: { because: "${words}: no event tells of them", operations: ["create${One}", ...MOVES] },
  examples: [["create${One}", body({ name: "First" })]],
  // Each takes one of its own, in the status that it needs.
  apart: MOVES.map((id) => [id, of(MADE)]),
  anew: Object.fromEntries(MOVES.map((id) => [id, ["create${One}"]])),
  needs: { resume${One}: ["pause${One}"], retry${One}: ["cancel${One}"] },
  sources: { "${family}/job_id": "{create${One}.id}" },
  lasting: { because: "work that somebody has started", tables: ["${table}", "${table}_item"] },
});
`;

/** Its own test. */
export const testOf = ({ family, One, noun, word }: Names) => `import { expect, test } from "bun:test";
import { ${One} } from "../../src/${family}/${noun}.ts";
import { newTenant, runJobs } from "../harness.ts";
import { makeProducts } from "../resource/products-of.ts";

async function given(...prices: (number | null)[]) {
  const tenant = await newTenant();
  const ids = await makeProducts(tenant, ...prices.map((price) => ({ price })));
  const { body } = await tenant.post("/${family}", { name: "First" });
  const path = \`/${family}/\${body.id}\`;
  const move = async (name: string) => {
    const { status, body: moved } = await tenant.post(\`\${path}/\${name}\`);
    return [status, moved.status];
  };
  return { tenant, ids, made: body, path, move };
}

test("a ${word} does every product once and says what came of each", async () => {
  const { tenant, ids, made, path, move } = await given(5, null, 7);
  expect(made).toMatchObject({ name: "First", status: "pending", total: 3, done: 0, failed: 0 });

  expect(await move("start")).toEqual([202, "running"]);
  await runJobs();

  const { body } = await tenant.get(path);
  expect(body).toMatchObject({ status: "completed", total: 3, done: 2, failed: 1 });
  expect(body.completed_at).not.toBeNull();
  const { body: first } = await tenant.get(\`\${path}/items?per_page=2\`);
  const { body: rest } = await tenant.get(\`\${path}/items?per_page=2&cursor=\${first.next_cursor}\`);
  expect([...first.items, ...rest.items].map(({ product_id: id }) => id)).toEqual(ids.toSorted());
  expect([...first.items, ...rest.items].map(({ error }) => error).filter(Boolean)).toEqual(["The product has no price"]);
});

test("a ${word} can be paused, resumed, cancelled and tried again, and only from where it is", async () => {
  const { tenant, path, move } = await given(null, null);

  expect(await move("start")).toEqual([202, "running"]);
  expect(await move("pause")).toEqual([200, "paused"]);
  await runJobs();
  expect((await tenant.get(path)).body).toMatchObject({ status: "paused", failed: 0 });
  expect(await move("resume")).toEqual([200, "running"]);
  expect(await move("cancel")).toEqual([200, "cancelled"]);
  expect((await move("start"))[0]).toBe(409);
  expect(await move("retry")).toEqual([202, "running"]);
  await runJobs();

  expect((await tenant.get(path)).body).toMatchObject({ status: "completed", failed: 2 });
  expect((await ${One}.find(tenant.db, path.split("/").at(-1) ?? ""))?.runNo).toBe(3);
});

test("no other tenant sees a ${word}", async () => {
  const [{ path }, other] = [await given(), await newTenant()];

  expect((await other.get(path)).status).toBe(404);
  expect((await other.post(\`\${path}/start\`)).status).toBe(404);
});
`;
