import { expect, test } from "bun:test";
import { app, newTenant } from "../harness.ts";

/** Paths of the description whose body is a multipart form. */
async function formPaths(): Promise<string[]> {
  const described = await app.handle(new Request("http://localhost/api/v1/openapi.json"));
  const { paths } = (await described.json()) as {
    paths: Record<string, { post?: { requestBody?: { content?: Record<string, unknown> } } }>;
  };
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post?.requestBody?.content?.["multipart/form-data"] ? [path.slice("/api/v1".length)] : [],
  );
}

/** A form with fields that no route has, besides these. */
function formOf(known: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...known, shet_name: "x" })) form.set(name, value);
  form.set("photo", new Blob(["a"]), "a.txt");
  return form;
}
const STRICT = { prefer: "handling=strict" };
const NAMED = "x, shet_name, photo";

test("every form names the fields that its route does not know, and refuses them for who prefers so", async () => {
  const tenant = await newTenant();
  const product = (await tenant.post("/products", { name: "Chair" })).body.id;
  const paths = await formPaths();
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    const target = `${path.replace("{product_id}", product)}?x=1`;
    expect([path, (await tenant.post(target, formOf())).headers.get("x-unknown-parameters")]).toEqual([path, NAMED]);
    const refused = await tenant.post(`${path.replace("{product_id}", product)}`, formOf(), STRICT);
    expect([path, refused.status, refused.body.error.error_code]).toEqual([path, 400, "INVALID_PARAMETER"]);
    expect(refused.headers.get("preference-applied")).toBe("handling=strict");
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual(["shet_name", "photo"]);
  }
});

test("a form that holds what its route knows is taken, and a wrong field beside it ignored", async () => {
  const tenant = await newTenant();
  const upload = (form: FormData, headers?: Record<string, string>) => tenant.post("/imports/upload", form, headers);
  const file = () => new File(["sku;name\nA;Chair\n"], "a.csv");
  const form = formOf({ import_type: "manual" });
  form.set("file", file());
  const lenient = await upload(form);
  expect([lenient.status, lenient.headers.get("x-unknown-parameters")]).toEqual([202, "shet_name, photo"]);

  const known = new FormData();
  known.set("import_type", "manual");
  known.set("file", file());
  const strict = await upload(known, STRICT);
  expect([strict.status, strict.headers.get("x-unknown-parameters")]).toEqual([202, null]);
});
