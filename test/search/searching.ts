import { nameKey } from "../../src/text/name-key.ts";
import type { StatedProduct } from "../add-products.ts";
import type { newTenant } from "../harness.ts";
import { given } from "../products/given.ts";
import type { SearchApp } from "./search-app.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

export interface Engine {
  app: () => SearchApp;
  /** Brings the index up to date with all products of a tenant. */
  index: (tenantId: string) => Promise<void>;
}

export const named = (title: string, more: StatedProduct = {}): StatedProduct => ({
  title,
  titleKey: nameKey(title),
  ...(more.reference && { referenceKey: nameKey(more.reference) }),
  ...more,
});

export const CATALOG: StatedProduct[] = [
  named("Perceuse sans fil", { brand: "Bosch", category: "Outillage > Perceuses", priceCents: 9_900, stock: 3 }),
  named("Chaise en chêne", { brand: "Maison", category: "Meubles", description: "Une <b>perceuse</b> suffit" }),
  named("Table perceuse compatible", { category: "Meubles", status: "inactive" }),
  named("Œuf dur", { reference: "RÉF-100/A" }),
  named("Crème brûlée", { ean: "3012345678904", gtin14: "03012345678904", eanStatus: "valid", brand: "Bosch" }),
  named("Câble", { texts: { de: { title: "Verlängerungskabel", description: "zwei Meter" } } }),
  named("Vis 3012345678904 boite"),
];

export const STATES = ["indexed", "not indexed yet"] as const;

/** What tests of an engine do again and again. */
export function searching(engine: Engine) {
  const settle = async ({ id }: Tenant, state: (typeof STATES)[number]) => {
    if (state === "indexed") await engine.index(id);
  };
  return {
    /** Brings the index up to date where it is to be. */
    settle,
    /** The titles that are found. */
    found: async (tenant: Tenant, q: string, more = ""): Promise<string[]> => {
      const { body } = await engine.app().get(tenant, `/search/products?q=${encodeURIComponent(q)}${more}`);
      return body.items.map(({ title }: { title: string }) => title);
    },
    /** A fresh tenant with the catalog. */
    catalog: async (state: (typeof STATES)[number]) => {
      const made = await given(...CATALOG);
      await settle(made.tenant, state);
      return made;
    },
  };
}
