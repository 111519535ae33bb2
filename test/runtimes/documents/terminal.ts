import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { workbookOf } from "../../imports/formats/packages.ts";
import type { Machine } from "./machine.ts";

const EAN = "4006381333931";
/** A price list as a supplier sends it. */
const ROWS = `<row r="1"><c r="A1" t="inlineStr"><is><t>EAN</t></is></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>${EAN}</t></is></c><c r="B2"><v>1.7</v></c></row>`;

/** What the commands of docs/operating.md begin with: a product, a supplier with a template, and the two files they name. */
export async function prepareTerminal({ url, root }: Machine, key: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  await post("/products", { name: "Fineliner", ean: EAN, price: 1.5, description: "Old" });
  const supplier = await post("/suppliers", { name: "Acme Ltd", code: "ACME" });
  await post("/mapping-templates/supplier", {
    name: "Acme",
    supplier_id: supplier.id,
    column_mapping: { EAN: "ean", Price: "price" },
  });
  writeFileSync(join(root, "work/key.txt"), `${key}\n`);
  writeFileSync(join(root, "work/prices.xlsx"), await workbookOf({ sheets: { Prices: ROWS } }));
}

/** The lines of a block, each for the profile that its first one makes. */
export const withProfile = (commands: string): string =>
  commands.replaceAll(/^(catalogd (?:import|products|api) .*)$/gm, "$1 --profile shop");
