import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { dataFile, type Tenant } from "./import-client.ts";
import { type Comparison, importTwice } from "./reference/import-twice.ts";
import { realFile } from "./reference/real-file.ts";

/** Each real file: how it is mapped here, and in the reference. */
const FILES: Record<string, Comparison & { isCounted?: false }> = {
  "catalog_1k.csv": {
    plan: { mapping: { sku: "sku", ean: "ean", name: "name", brand: "brand", price: "price" } },
    reference: { sku: "sku", names: ["name"], brand: "brand", price: "price" },
  },
  "tarif_pharma_cp1252.csv": {
    plan: {
      mapping: {
        "Code EAN": "ean",
        "Réf. CIP7": "sku",
        Désignation: "name",
        Laboratoire: "brand",
        "Prix TTC (€)": "price",
      },
    },
    reference: { sku: "Réf. CIP7", names: ["Désignation"], brand: "Laboratoire", price: "Prix TTC (€)" },
  },
  "mix_latin9_pipe_multiline.csv": {
    plan: { mapping: { GTIN: "ean", Libellé: "name", Marque: "brand", Prix: "price" } },
    reference: { names: ["Libellé"], brand: "Marque", price: "Prix" },
  },
  "off_pl_utf16le.txt": {
    plan: {
      mapping: {
        code: "ean",
        product_name_pl: { field: "name", language: "pl" },
        product_name_en: { field: "name", language: "en" },
        product_name_fr: { field: "name", language: "fr" },
        product_name_de: { field: "name", language: "de" },
        product_name_it: { field: "name", language: "it" },
        product_name_es: { field: "name", language: "es" },
        product_name_ru: { field: "name", language: "ru" },
        product_name_cs: { field: "name", language: "cs" },
      },
    },
    reference: {
      names: ["fr", "pl", "en", "de", "it", "es", "ru", "cs"].map((language) => `product_name_${language}`),
      namesAreLanguages: true,
    },
  },
  "messy_grossiste_cp1252.csv": {
    // The count takes no code that needs cleaning, and rows with a negative price; an import does the contrary.
    isCounted: false,
    plan: {
      fields: { skip_header_rows: "5" },
      mapping: {
        "Réf. fourn.": "sku",
        "Code EAN": "ean",
        "Désignation produit": "name",
        "Marque/Labo": "brand",
        "Prix TTC (€)": "price",
      },
      options: { decimal_separator: "," },
    },
    reference: { sku: "Réf. fourn.", names: ["Désignation produit"], brand: "Marque/Labo", price: "Prix TTC (€)" },
  },
  "usda_branded_food.csv": {
    plan: {
      mapping: { gtin_upc: "ean", fdc_id: "sku" },
      computed: [{ field: "name", expression: "= coalesce(short_description, brand_name, brand_owner)" }],
    },
    reference: { sku: "fdc_id", names: ["short_description", "brand_name", "brand_owner"] },
  },
  "goodbooks_books.csv": {
    plan: { mapping: { isbn13: "ean", book_id: "sku", title: "name" } },
    reference: { sku: "book_id", names: ["title"] },
  },
};

async function enableLanguages(tenant: Tenant): Promise<void> {
  const enabled = ["fr", "en", "de", "es", "it", "nl", "pt", "pl", "ru", "cs"];
  expect((await tenant.admin.put("/settings/languages", { pivot: "fr", enabled })).status).toBe(200);
}

describe("a real file", () => {
  for (const [name, { isCounted = true, ...comparison }] of Object.entries(FILES)) {
    test(`D3-162 D3-169 D3-177 ${name} is imported as the reference says, and again without a change`, async () => {
      const tenant = await newTenant();
      await enableLanguages(tenant);
      const facts = realFile(name);

      const record = await importTwice(tenant, dataFile(name), facts, comparison);

      if (isCounted) expect(record.products_created).toBe(facts.expected.created);
    }, 120_000);
  }
});
