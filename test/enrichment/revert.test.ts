import { expect, test } from "bun:test";
import { DESCRIPTION, givenModel } from "./given-provider.ts";

test("D3-036 what a run has written over is in the product's history, and comes back from there", async () => {
  const { tenant, id, run, path } = await givenModel();
  await run("?types=descriptions&overwrite=true");
  expect((await tenant.get(`/products/${id}`)).body.description).toBe(DESCRIPTION);
  const { items } = (await tenant.get(`/products/${id}/history`)).body;
  expect(items[0]).toMatchObject({ changes: [{ field: "description", old: "Ancienne", new: DESCRIPTION }] });
  expect((await tenant.post(`/products/${id}/history/${items[0].id}/revert`)).status).toBe(200);
  expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
  // What the model has made is still there to apply.
  expect((await tenant.post(`${path}/apply?fields=description`)).body.applied_fields).toEqual(["description"]);
});
