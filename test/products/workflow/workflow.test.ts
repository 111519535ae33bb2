import { describe, expect, test } from "bun:test";
import type { StatedProduct } from "../../add-products.ts";
import { newTenant } from "../../harness.ts";
import { faults, given } from "../given.ts";

/** 15 for the title, 15 for the description, 10 each for the short one, the price, an EAN and an image: 70. */
const SCORE_70: StatedProduct = {
  title: "A",
  description: "long",
  shortDescription: "short",
  priceCents: 100,
  ean: "4006381333931",
  gtin14: "04006381333931",
  imageUrl: "https://example.com/a.jpg",
};
const SCORE_65: StatedProduct = { ...SCORE_70, imageUrl: null, weight: 1 };

type Tenant = Awaited<ReturnType<typeof newTenant>>;
const move = (tenant: Pick<Tenant, "post">, id: string, action: string, body?: object) =>
  tenant.post(`/products/${id}/workflow/${action}`, body);
const go = async (tenant: Tenant, id: string, ...actions: string[]) => {
  for (const action of actions) expect((await move(tenant, id, action)).status).toBe(200);
};
const statusOf = async (tenant: Tenant, id: string) => (await tenant.get(`/products/${id}`)).body.workflow_status;

describe("the publication workflow of a product", () => {
  test("D2-116 begins as a draft", async () => {
    const { tenant, id } = await given({ title: "A" });
    const { status, body } = await tenant.get(`/products/${id}/workflow`);
    expect([status, body]).toEqual([
      200,
      {
        product_id: id,
        status: "draft",
        completeness_score: 15,
        required_score: 70,
        can_publish: false,
        allowed_actions: ["submit", "archive"],
        history: [],
      },
    ]);
  });

  test("D2-117 D2-118 goes by submit, approve and publish to published, at a score of exactly 70", async () => {
    const { tenant, id } = await given(SCORE_70);
    await go(tenant, id, "submit", "approve");
    expect((await tenant.get(`/products/${id}/workflow`)).body.can_publish).toBe(true);

    const { status, body } = await move(tenant, id, "publish");

    expect([status, body.status, body.completeness_score]).toEqual([200, "published", 70]);
    expect(await statusOf(tenant, id)).toBe("published");
    expect((await tenant.get("/products?workflow_status=published")).body.meta.total).toBe(1);
  });

  test("D2-118 is not published below the score", async () => {
    const { tenant, id } = await given(SCORE_65);
    await go(tenant, id, "submit", "approve");

    const { status, body } = await move(tenant, id, "publish");

    expect([status, body.error.error_code, body.error.type]).toEqual([409, "COMPLETENESS_TOO_LOW", "conflict"]);
    expect(body.error.details).toEqual({
      score: 65,
      required: 70,
      missing: ["brand", "category", "images", "supplier"],
    });
    expect(await statusOf(tenant, id)).toBe("approved");
  });

  test.each([
    [[], "approve"],
    [[], "reject"],
    [[], "publish"],
    [[], "unpublish"],
    [[], "restore"],
    [["submit"], "submit"],
    [["submit"], "publish"],
    [["archive"], "archive"],
    [["archive"], "submit"],
  ])("D2-119 after %j it cannot %s", async (before, action) => {
    const { tenant, id } = await given(SCORE_70);
    await go(tenant, id, ...before);
    const known = await statusOf(tenant, id);

    const { status, body } = await move(tenant, id, action);

    expect([status, body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect(body.error.details).toMatchObject({ current_state: known, action });
    expect(body.error.details.allowed_actions).not.toContain(action);
    expect(await statusOf(tenant, id)).toBe(known);
  });

  test.each([[[]], [["submit"]], [["submit", "approve"]], [["submit", "approve", "publish"]]])(
    "D2-120 after %j it can be archived, and restored to a draft that is not for sale",
    async (before) => {
      const { tenant, id } = await given(SCORE_70);
      await go(tenant, id, ...before, "archive");
      expect((await tenant.get(`/products/${id}`)).body).toMatchObject({
        workflow_status: "archived",
        status: "archived",
      });
      await go(tenant, id, "restore");
      expect((await tenant.get(`/products/${id}`)).body).toMatchObject({
        workflow_status: "draft",
        status: "inactive",
      });
    },
  );

  test("D2-120 remembers each move, who made it and why", async () => {
    const { tenant, id } = await given({});
    await move(tenant, id, "submit");
    const { body } = await move(tenant.admin, id, "reject", { comment: "No picture" } as object);

    expect(body.history).toEqual([
      {
        from: "review",
        to: "draft",
        action: "reject",
        by: { kind: "user", id: tenant.adminId, name: `${tenant.id}@example.com` },
        comment: "No picture",
        at: expect.any(String),
      },
      {
        from: "draft",
        to: "review",
        action: "submit",
        by: { kind: "api_key", id: expect.any(String), name: "Test" },
        comment: null,
        at: expect.any(String),
      },
    ]);
    const { items } = (await tenant.get(`/products/${id}/history`)).body;
    expect(items[0].changes).toEqual([{ field: "workflow_status", old: "review", new: "draft" }]);
  });

  test("unpublish and reject lead back; a move changes the version", async () => {
    const { tenant, id } = await given(SCORE_70);
    const etag = (await tenant.get(`/products/${id}`)).headers.get("etag") ?? "";
    await go(tenant, id, "submit", "approve", "publish", "unpublish");
    expect(await statusOf(tenant, id)).toBe("approved");
    const stale = await tenant.post(`/products/${id}/workflow/publish`, {}, { "if-match": etag });
    expect(stale.status).toBe(412);
  });

  test("S14.4 neither an edit nor a status moves it", async () => {
    const { tenant, id } = await given({});
    await tenant.put(`/products/${id}`, { status: "archived", name: "B" });
    expect(await statusOf(tenant, id)).toBe("draft");
  });

  test("S26.1 an editor submits, and a manager decides", async () => {
    const { tenant, id } = await given({});
    const editor = await tenant.as("editor");
    expect((await move(await tenant.as("viewer"), id, "submit")).status).toBe(403);
    expect((await move(editor, id, "submit")).status).toBe(200);
    const refused = await move(editor, id, "approve");
    expect([refused.status, refused.body.error.details.required_permission]).toEqual([403, "PUBLISH_CATALOG"]);
    expect((await move(await tenant.as("manager"), id, "approve")).status).toBe(200);
    expect((await move(await tenant.withScopes("products:read"), id, "archive")).status).toBe(403);
  });

  test("refuses what there is not", async () => {
    const { tenant, id } = await given({});
    const unknown = await move(tenant, id, "explode");
    expect([unknown.status, unknown.body.error.error_code]).toEqual([404, "NOT_FOUND"]);
    expect((await move(tenant, crypto.randomUUID(), "submit")).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
    expect((await move(await newTenant(), id, "submit")).status).toBe(404);
    expect((await (await newTenant()).get(`/products/${id}/workflow`)).status).toBe(404);
    expect(faults(await move(tenant, "x", "submit"))).toEqual(["product_id"]);
    expect(faults(await move(tenant, id, "submit", { comment: "x".repeat(1001) }))).toEqual(["comment"]);
  });
});

describe("POST /products/bulk/workflow", () => {
  test("moves each product by itself, and names those that it cannot", async () => {
    const { tenant, ids } = await given(SCORE_70, {}, {});
    await go(tenant, ids[0] ?? "", "submit", "approve");
    const unknown = crypto.randomUUID();

    const { status, body } = await tenant.post("/products/bulk/workflow", {
      product_ids: [...ids, ids[0], unknown],
      action: "archive",
      comment: "Season over",
    });

    expect([status, body.updated]).toEqual([200, 3]);
    expect(body.errors).toMatchObject([{ id: unknown, error_code: "PRODUCT_NOT_FOUND" }]);
    const again = await tenant.post("/products/bulk/workflow", { product_ids: [ids[0]], action: "publish" });
    expect(again.body).toMatchObject({ updated: 0, errors: [{ id: ids[0], error_code: "INVALID_STATE" }] });
    expect((await tenant.get(`/products/${ids[1]}/workflow`)).body.history[0].comment).toBe("Season over");
  });

  test("refuses a wrong shape, another tenant's products, and who may not publish", async () => {
    const { tenant, id } = await given({});
    const path = "/products/bulk/workflow";
    expect(faults(await tenant.post(path, { product_ids: [], action: "submit" }))).toEqual(["product_ids"]);
    expect(faults(await tenant.post(path, { product_ids: [id], action: "explode" }))).toEqual(["action"]);
    const body = { product_ids: [id], action: "archive" };
    expect((await (await newTenant()).post(path, body)).body.updated).toBe(0);
    const editor = await tenant.as("editor");
    expect((await editor.post(path, body)).status).toBe(403);
    expect((await editor.post(path, { product_ids: [id], action: "submit" })).body.updated).toBe(1);
    expect((await (await tenant.withScopes("products:read")).post(path, body)).status).toBe(403);
  });
});

describe("/settings/publication", () => {
  const path = "/settings/publication";

  test("S14.7 raises the score that publication asks for", async () => {
    const { tenant, id } = await given(SCORE_70);
    expect((await tenant.admin.get(path)).body).toEqual({ min_score: 70, enforce: false });

    const { status, body } = await tenant.admin.put(path, { min_score: 75 });

    expect([status, body]).toEqual([200, { min_score: 75, enforce: false }]);
    expect((await tenant.admin.put(path, { enforce: true })).body).toEqual({ min_score: 75, enforce: true });
    await go(tenant, id, "submit", "approve");
    expect((await move(tenant, id, "publish")).body.error.details).toMatchObject({ score: 70, required: 75 });
  });

  test.each([69, 101, 70.5, "70"])("S14.7 refuses a score of %p", async (min_score) => {
    const tenant = await newTenant();
    expect(faults(await tenant.admin.put(path, { min_score }))).toEqual(["min_score"]);
  });

  test("is for sessions that manage settings, and changes only the version that If-Match names", async () => {
    const tenant = await newTenant();
    expect((await tenant.get(path)).status).toBe(403);
    expect((await (await tenant.as("manager")).put(path, { enforce: true })).status).toBe(403);
    expect((await tenant.admin.put(path, { enforce: true }, { "if-match": '"old"' })).status).toBe(412);
    const other = await newTenant();
    await tenant.admin.put(path, { min_score: 90 });
    expect((await other.admin.get(path)).body.min_score).toBe(70);
  });
});
