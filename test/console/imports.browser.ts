import { expect, test } from "bun:test";
import { openStage } from "./stage.ts";
import { barriersOf, dropFile, visit } from "./visit.ts";

const TEST_MS = 60_000;

const { browser, service, call } = await openStage();

test(
  "a file of four hundred columns is sent and tried once, and a column has its choices once somebody goes to it",
  async () => {
    const columns = ["code", "product name", ...Array.from({ length: 400 }, (_, index) => `measure ${index}`)];
    const rows = [columns, ["2100000000708", "Moulin à poivre"], ["2100000000807", "Râpe fine"]];
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    const calls: string[] = [];
    page.on("request", (request) => {
      const [, path] = /\/imports(\/.*)$/.exec(new URL(request.url()).pathname) ?? [];
      if (path && request.resourceType() === "fetch") calls.push(path.replace(/[0-9a-f-]{36}/, "…"));
    });
    await dropFile(page, "large.tsv", rows.map((cells) => cells.join("\t")).join("\n"));
    // What it comes to.
    await page
      .getByRole("row", { name: /^product name/ })
      .getByRole("cell", { name: "Moulin à poivre", exact: true })
      .waitFor();
    expect(calls.toSorted()).toEqual(["/recent", "/templates", "/upload", "/…", "/…/dry-run"]);

    const choices = page.locator(".mapping option");
    expect(await choices.count()).toBeLessThanOrEqual(2 * columns.length);
    const becomes = page.getByLabel("Becomes: measure 7", { exact: true });
    await becomes.focus();
    await becomes.selectOption("weight");
    expect(await becomes.locator("option").count()).toBeGreaterThan(50);
    expect([await barriersOf(page), errors]).toEqual([[], []]);
  },
  TEST_MS,
);

test(
  "what makes most rows fail is said beside the columns, until another one is chosen",
  async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `9.7804390234${index}e+12;Livre ${index}`);
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    await dropFile(page, "books.csv", ["isbn13;title", ...rows].join("\n"));
    const said = page.getByText(/12 of 12 rows fail/);
    await said.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByLabel("Becomes: isbn13").selectOption("");
    await said.waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "names in two languages are mapped, shown and stored each in its language, and missing categories are made on request",
  async () => {
    const lamp = { code: "L-1", title: { fr: "Lanterne", en: "Lantern" }, category: "Jardin", price: 59, stock: 4 };
    const vase = { code: "L-2", title: { fr: "Vase", en: "Vase" }, category: "Maison", price: 19, stock: 9 };
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    await dropFile(page, "articles.json", JSON.stringify({ articles: [lamp, vase] }));
    const rowOf = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
    await rowOf("title.en").getByRole("cell", { name: "Lantern", exact: true }).waitFor();
    await rowOf("title.fr").getByRole("cell", { name: "Lanterne", exact: true }).waitFor();
    await rowOf("stock").getByRole("cell", { name: "4", exact: true }).waitFor();
    await page.getByLabel("Make the categories that are missing").check();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Dry run on all rows" }).click();
    await page.getByText("Jardin").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByRole("button", { name: "Undo this import" }).waitFor();
    const { items } = (await call("GET", "/products?search=Lanterne")) as { items: { id: string }[] };
    const [{ id } = { id: "" }] = items;
    expect(await call("GET", `/products/${id}/content-variants/en`)).toMatchObject({ title: "Lantern" });
    expect(await call("GET", `/products/${id}`)).toMatchObject({ title: "Lanterne", stock: 4 });
    expect([((await call("GET", "/categories")) as { items: object[] }).items.length, errors]).toEqual([2, []]);
  },
  TEST_MS,
);
