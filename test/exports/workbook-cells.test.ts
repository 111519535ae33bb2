import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { exportAs } from "./export-file.ts";
import { readWorkbook } from "./workbook.ts";

const CELL_MAX = 32_767;

test("a text that is longer than a cell is cut, and the export says how many were and where they are whole", async () => {
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Long", description: "x".repeat(CELL_MAX + 1) });
  await tenant.post("/products", { name: "Just right", description: "y".repeat(CELL_MAX) });
  const fields = { include_fields: ["title", "description"] };
  const { bytes, taskId } = await exportAs(tenant, "excel/products", fields);
  const { sheets } = await readWorkbook(bytes);
  expect(sheets["Products"]?.map(([, description]) => String(description).length)).toEqual([11, CELL_MAX, CELL_MAX]);
  const { body } = await tenant.get(`/exports/progress/${taskId}`);
  expect(body.result.cut_cells).toBe(1);
  expect(body.message).toContain("1 texts were cut to 32,767 characters");
  const french = await tenant.get(`/exports/progress/${taskId}`, { "accept-language": "fr" });
  expect(french.body.message).toContain("1 textes ont été coupés");
  const csv = await exportAs(tenant, "csv/products", fields);
  const whole = await tenant.get(`/exports/progress/${csv.taskId}`);
  expect([whole.body.result.cut_cells, whole.body.message]).toEqual([0, "2 rows written"]);
});

test("days and times are dates of the workbook where that is wanted, and texts otherwise", async () => {
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Dated", end_of_life_date: "2027-03-01" });
  const fields = { include_fields: ["end_of_life_date", "created_at", "title"] };
  const cellsOf = async (body: object) =>
    (await readWorkbook((await exportAs(tenant, "excel/products", { ...fields, ...body })).bytes)).sheets[
      "Products"
    ]?.[1];
  const [day, moment, title] = (await cellsOf({ date_cells: true })) ?? [];
  expect([day, title]).toEqual([new Date("2027-03-01T00:00:00Z"), "Dated"]);
  expect(moment).toBeInstanceOf(Date);
  const { body } = await tenant.get("/products?fields=created_at");
  expect(Math.abs(Number(moment) - Date.parse(body.items[0].created_at))).toBeLessThan(1_000);
  expect((await cellsOf({}))?.map((cell) => typeof cell)).toEqual(["string", "string", "string"]);
});
