import { expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";

const FILE = "Gencod;Libellé;Prix\n2100000000104;Couteau;24,90\n2100000000203;Cocotte;cher\n";

/** A tenant with a file whose columns wait, one with a refused row, and a product in review. */
async function given() {
  const tenant = await newTenant();
  const upload = async (name: string) => {
    const form = new FormData();
    form.set("file", new File([FILE], name));
    return (await tenant.post("/imports/upload", form)).body.id as string;
  };
  const [waits, ends] = [await upload("attend.csv"), await upload("tarif.csv")];
  await tenant.post(`/imports/${ends}/save-mapping`, {
    column_mapping: { Gencod: "ean", Libellé: "name", Prix: "price" },
  });
  await tenant.post(`/imports/${ends}/start-processing`, {});
  await runJobs();
  const { body: product } = await tenant.post("/products", { name: "Moule" });
  await tenant.post(`/products/${product.id}/workflow/submit`, {});
  return { tenant, waits, ends };
}
type Item = { kind: string };
const kindsOf = ({ body }: { body: { items: Item[] } }) => body.items.map(({ kind }) => kind);

test("lists what waits for a decision, each with where it is read", async () => {
  const { tenant, waits, ends } = await given();
  const { status, body } = await tenant.get("/decisions");
  expect([status, body.total]).toEqual([200, 3]);
  expect(body.items).toEqual([
    {
      kind: "import_mapping",
      count: 1,
      oldest_at: expect.any(String),
      subject: { id: waits, name: "attend.csv" },
      path: `/imports/${waits}`,
      decide_path: null,
    },
    {
      kind: "import_errors",
      count: 1,
      oldest_at: expect.any(String),
      subject: { id: ends, name: "tarif.csv" },
      path: `/imports/${ends}/errors`,
      decide_path: null,
    },
    {
      kind: "publication",
      count: 1,
      oldest_at: null,
      subject: null,
      path: "/products?workflow_status=review",
      decide_path: null,
    },
  ]);
  for (const { path } of body.items) expect((await tenant.get(path)).status).toBe(200);
});

test("shows a caller the kinds that they may read, and no other tenant's", async () => {
  const { tenant } = await given();
  expect(kindsOf(await (await tenant.as("viewer")).get("/decisions"))).toEqual([]);
  expect((await (await newTenant()).get("/decisions")).body).toEqual({ total: 0, items: [] });
});
