import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";

test("D2-151 what one of the three APIs writes, the other two show at once", async () => {
  const { get, post, patch, put } = await newTenant();
  const ean = newEan();
  const shown = async (id: string) => {
    const [catalog, ext, appsync] = [
      (await get(`/products/${id}`)).body,
      (await get(`/ext/products/${ean}`)).body.data,
      (await get(`/appsync/products/${ean}`)).body.data,
    ];
    return [
      [catalog.title, catalog.is_active, catalog.updated_at],
      [ext.title, ext.is_active, ext.updated_at],
      [appsync.name, appsync.is_active, appsync.updated_at],
    ];
  };
  const expectSame = async (id: string, name: string, isActive: boolean) => {
    const [catalog, ...others] = await shown(id);
    expect(catalog?.slice(0, 2)).toEqual([name, isActive]);
    expect(others).toEqual([catalog ?? [], catalog ?? []]);
  };

  const { id } = (await post("/ext/products", { ean, name: "By ext" })).body.data;
  await expectSame(id, "By ext", true);
  await patch(`/appsync/products/${ean}`, { name: "By appsync" });
  await post(`/appsync/products/${ean}/deactivate`);
  await expectSame(id, "By appsync", false);
  await put(`/products/${id}`, { name: "By the catalog", is_active: true });
  await expectSame(id, "By the catalog", true);
});
