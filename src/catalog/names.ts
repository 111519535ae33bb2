import type { MutationContext, Tx } from "../../db/ports.ts";
import { Brand } from "../brands/brand.ts";
import { emitEvents } from "../events/emit-events.ts";
import { withSlug } from "../resource/named.ts";
import { Supplier, supplierCreated } from "../suppliers/supplier.ts";
import { nameKey } from "../text/name-key.ts";

/** Something that has no id yet: it is made when the item that names it is accepted. */
export interface FreshName {
  id: string;
  key: string;
  name: string;
}

/**
 * The brands or suppliers that the items of a batch name. What there is not gets an id at once, and is to be created only
 * when the item that named it was accepted: `keep` after each accepted item, `drop` after a refused one.
 */
export class FreshNames {
  readonly #known: Map<string, string>;
  readonly #newId: () => string;
  readonly #kept = new Map<string, FreshName>();
  readonly #asked = new Map<string, FreshName>();

  /** `known`: ids by `nameKey`. */
  constructor(known: ReadonlyMap<string, string>, newId: () => string) {
    this.#known = new Map(known);
    this.#newId = newId;
  }

  /** The id of a name; `null` for one without letters. */
  idOf(name: string): string | null {
    const key = nameKey(name);
    if (key === "") return null;
    const known = this.#known.get(key) ?? this.#asked.get(key)?.id;
    if (known !== undefined) return known;
    const fresh = { id: this.#newId(), key, name: name.trim() };
    this.#asked.set(key, fresh);
    return fresh.id;
  }

  keep(): void {
    for (const [key, fresh] of this.#asked) {
      this.#known.set(key, fresh.id);
      this.#kept.set(key, fresh);
    }
    this.#asked.clear();
  }

  drop(): void {
    this.#asked.clear();
  }

  /** What is to be created. */
  get fresh(): FreshName[] {
    return [...this.#kept.values()];
  }
}

/** Creates the brands and suppliers that accepted items have named, with the events of the suppliers. */
export async function createNames(
  tx: Tx,
  { brands, suppliers }: { brands: FreshNames; suppliers: FreshNames },
  context: MutationContext,
): Promise<void> {
  const nowMs = context.now();
  const freshBrands = brands.fresh.map(({ id, name }) => withSlug(Brand.apply(Brand.blank(id, nowMs), { name })));
  const freshSuppliers = suppliers.fresh.map(({ id, name }) =>
    Supplier.apply(Supplier.blank(id, nowMs), { code: name, name }),
  );
  if (freshBrands.length > 0) await Brand.table.insert(tx, freshBrands);
  if (freshSuppliers.length > 0) await Supplier.table.insert(tx, freshSuppliers);
  await emitEvents(tx, freshSuppliers.map(supplierCreated), context);
}
