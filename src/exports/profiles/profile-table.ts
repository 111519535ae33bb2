import type { ExportedProduct, ExportMember } from "../../../db/exports/exported-product.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Variant } from "../../../db/variants/variants.ts";
import type { Table } from "../tables/table.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { type CompiledColumn, compileColumns, type ProfilePlan, type VariantRows } from "./compile.ts";
import { type Fact, type ProfileRow, readFacts } from "./profile-row.ts";

/** How the rows of a profile are read. */
export interface ProfileReading {
  /** The address of this service, for a file is read elsewhere. */
  origin: string;
  /** When prices are to apply. */
  nowMs: number;
  /** What is read of the products by others than the columns. */
  also?: readonly ExportMember[];
  /** Reads the products with these members, and their texts in these languages besides the pivot's. */
  open: (
    members: ReadonlySet<ExportMember>,
    languages: readonly string[],
    size: PageSize,
  ) => AsyncIterable<ExportedProduct[]>;
  /** How many rows a page has, about. */
  size: PageSize;
}

/** The rows of a product: itself, its variants, or both. */
function rowsOf(variants: readonly Variant[], how: VariantRows): (Variant | null)[] {
  if (how === "none" || variants.length === 0) return [null];
  return how === "flat" ? [...variants] : [null, ...variants];
}

/** What all columns need together. */
function needsOf(columns: readonly CompiledColumn[], variants: VariantRows) {
  const facts = new Set<Fact>(columns.flatMap((column) => column.facts));
  if (variants !== "none") facts.add("variants");
  const members = new Set<ExportMember>(["id", ...columns.flatMap((column) => column.members)]);
  const languages = [...new Set(columns.flatMap((column) => column.languages))];
  const entityIds = [...new Set(columns.flatMap((column) => column.entityIds))];
  return { facts, members, languages, entityIds };
}

/** Products as the rows of a profile. What belongs to the products of a page is read with the page, not row by row. */
export function profileTable(db: Reader, plan: ProfilePlan, reading: ProfileReading): Table<ProfileRow> {
  const { columns, problems } = compileColumns(plan, reading.origin);
  if (problems.length > 0) throw new TypeError("A profile that cannot be compiled was started");
  const { facts, members, languages, entityIds } = needsOf(columns, plan.variants);
  for (const member of reading.also ?? []) members.add(member);
  // Products of many variants make many rows each: fewer of them fit into a page.
  let rowsEach = 1;
  const size: PageSize = {
    get rows() {
      return Math.max(1, Math.floor(reading.size.rows / rowsEach));
    },
    note: () => undefined,
  };
  async function* pages(): AsyncGenerator<ProfileRow[], void> {
    for await (const page of reading.open(members, languages, size)) {
      const ids = page.map(({ id }) => id);
      const found = await readFacts(db, ids, { facts, entityIds, nowMs: reading.nowMs });
      const rows = page.flatMap((product) =>
        rowsOf(found.variants.get(product.id) ?? [], plan.variants).map((variant) => ({
          product,
          variant,
          facts: found,
        })),
      );
      rowsEach = Math.max(1, rows.length / page.length);
      yield rows;
    }
  }
  return { columns, pages: pages() };
}
