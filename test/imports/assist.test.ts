import { describe, expect, test } from "bun:test";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { newTenant } from "../harness.ts";
import { formOf, lines, type Tenant } from "./import-client.ts";

const LIST = lines("sku,name,zzq,yyq,xxq", "A-1,Chair,Acme,9.50,x", "A-2,Table,Bolt,12.00,y");
const sendWithAi = (tenant: Tenant, content = LIST) => tenant.post("/imports/upload?assist=ai", formOf(content));

describe("assist=ai", () => {
  test("asks the tenant's model about what stayed open, and takes what fits", async () => {
    const tenant = await newTenant();
    const provider = await openChatProvider();
    await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl));
    provider.says(() => JSON.stringify({ zzq: "brand", yyq: "price", xxq: "stock", sku: "mpn", none: "name" }));

    const { status, body } = await sendWithAi(tenant);

    expect(status).toBe(202);
    const { suggested_mapping: mapping, suggestion_reasons: reasons, warnings } = body.data.file_analysis;
    // `x` and `y` are no stock, and what is known stays.
    expect(mapping).toEqual({ sku: "sku", name: "name", zzq: "brand", yyq: "price" });
    expect(reasons).toMatchObject({ sku: { basis: "header" }, zzq: { basis: "assistant" } });
    expect(warnings).toMatchObject([
      { code: "column_uncertain", column: "zzq", field: "brand" },
      { code: "column_uncertain", column: "yyq", field: "price" },
    ]);
    expect(provider.asked.length).toBe(1);
    expect(provider.told()).toContain("Acme");
    expect(provider.told()).not.toContain("Chair");
    expect((await tenant.get(`/imports/${body.id}`)).body.status).toBe("awaiting_mapping");
  });

  test.each([
    ["fails", () => 500, ["assist_failed"]],
    ["answers nonsense", () => "I do not know", []],
    ["is not asked, where nothing is open", () => JSON.stringify({ name: "brand" }), []],
  ])("the other suggestions stay when the model %s", async (title, say, codes) => {
    const tenant = await newTenant();
    const provider = await openChatProvider();
    await tenant.admin.put("/settings/ai-provider", providerSetting(provider.baseUrl));
    provider.says(say);
    const { status, body } = await sendWithAi(tenant, title.includes("open") ? lines("sku,name", "A-1,Chair") : LIST);
    expect(status).toBe(202);
    const { suggested_mapping: mapping, warnings } = body.data.file_analysis;
    expect(mapping).toEqual({ sku: "sku", name: "name" });
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  test("is refused where no provider is set up, and no one is asked without it", async () => {
    const tenant = await newTenant();
    const refused = await sendWithAi(tenant);
    expect([refused.status, refused.body.error.error_code]).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
    expect((await tenant.get("/imports")).body.items).toEqual([]);
    expect((await tenant.post("/imports/upload?assist=me", formOf(LIST))).status).toBe(400);
  });
});
