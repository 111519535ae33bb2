import {
  type ExportedProduct,
  type ExportMember,
  NAME_IDS,
  type NameMember,
  SOURCES,
} from "../../db/exports/exported-product.ts";
import { isName, storedMembers } from "../../db/exports/exported-products.ts";
import { type FindNames, openNames } from "../../db/exports/names.ts";
import type { PackedProducts } from "../../db/exports/packed-products.ts";
import type { Reader } from "../../db/ports.ts";
import type { LinePage } from "./csv.ts";
import {
  type Cell,
  type CsvDelimiter,
  cellsOf,
  EMPTY_ROW,
  openSparseCells,
  type SparseCells,
  specialBytes,
} from "./csv-line.ts";
import { openPackedValues, type PackedValues } from "./packed-values.ts";
import { type ProductColumn, sparseValues } from "./product-fields.ts";
import type { ExportValue } from "./table.ts";
import type { Utf8Writer } from "./utf8-writer.ts";

/** Writes the cell of one column for the product at hand. */
type WriteCell = (text: Utf8Writer) => void;

const CRLF = "\r\n";

/**
 * Writes packed products as lines, the same that `csvLine` writes of the products themselves: most values go into the file
 * as the bytes they are stored as, and only what a rule changes becomes a value of JavaScript. What is packed is
 * `storedMembers` of all that the columns need.
 */
export function packedLines(
  db: Reader,
  columns: readonly ProductColumn[],
  delimiter: CsvDelimiter,
): (page: PackedProducts) => Promise<LinePage> {
  const values = openPackedValues(storedMembers(columns.flatMap(({ needs }) => needs)));
  const names = openPageNames(db, values);
  const product = openProduct(values, names);
  const sparse = openSparseCells(columns, cellsOf(delimiter));
  const isSparse = columns.some((_, index) => sparse.has(index));
  if (isSparse) product.need(["extra"]);
  const writers = cellWriters(columns, delimiter, { values, names, product, sparse });
  const delimiterByte = delimiter.charCodeAt(0);

  function writeRow(text: Utf8Writer): void {
    product.make();
    if (isSparse) sparse.fill(sparseValues(product.made));
    const start = text.length;
    let isFirst = true;
    for (const write of writers) {
      if (!isFirst) text.addByte(delimiterByte);
      isFirst = false;
      write(text);
    }
    if (text.length === start) text.add(EMPTY_ROW);
    text.add(CRLF);
  }

  return async (page) => {
    values.open(page);
    await names.find(page.count);
    return {
      length: page.count,
      writeTo: (text) => {
        for (let row = 0; row < page.count; row++) {
          values.goTo(row);
          names.goTo(row);
          writeRow(text);
        }
      },
    };
  };
}

/** Where columns find what they write. */
interface Sources {
  values: PackedValues;
  names: PageNames;
  product: MadeProduct;
  sparse: SparseCells;
}

function cellWriters(
  columns: readonly ProductColumn[],
  delimiter: CsvDelimiter,
  { values, names, product, sparse }: Sources,
): WriteCell[] {
  const cellOf = cellsOf(delimiter);
  const special = specialBytes(delimiter);

  /** Writes what is read of the product. */
  function written(cell: Cell, read: () => ExportValue): WriteCell {
    return (text) => {
      const value = read();
      // Most fields of most products are empty.
      if (value !== null) text.add(cell(value));
    };
  }

  return columns.map(({ kind, member, read, needs }, index) => {
    const cell = cellOf[kind];
    if (sparse.has(index)) return (text) => text.add(sparse.cells[index] ?? "");
    // An address is not always written as it is stored.
    if (member === undefined || kind === "address") {
      product.need(needs);
      return written(cell, () => read(product.made));
    }
    if (isName(member)) return written(cell, names.reader(member));
    // It is a column of numbers.
    const number = values.reader(member) as () => number | null;
    if (kind === "money" || SOURCES[member].number === "real") return written(cell, number);
    const add = values.adder(member, kind === "code" ? undefined : special);
    const textOf = values.textReader(member);
    return (text) => {
      if (!add(text)) text.add(cell(textOf()));
    };
  });
}

/** The names of what the products of a page refer to: they are looked up before the page is written. */
interface PageNames {
  /** What reads a name of the product at hand. */
  reader(member: NameMember): () => string | null;
  /** Looks up the names of a page of so many products. */
  find(count: number): Promise<void>;
  goTo(row: number): void;
}

function openPageNames(db: Reader, values: PackedValues): PageNames {
  const members = new Map<
    NameMember,
    { idOf(): string; find: FindNames; ids: string[]; found: Awaited<ReturnType<FindNames>> }
  >();
  let row = 0;
  return {
    reader: (member) => {
      const known = members.get(member) ?? {
        idOf: values.textReader(NAME_IDS[member]),
        find: openNames(db, member),
        ids: [],
        found: new Map(),
      };
      members.set(member, known);
      return () => known.found.get(known.ids[row] ?? null) ?? null;
    },
    find: async (count) => {
      for (const known of members.values()) {
        known.ids = Array.from({ length: count }, (_, index) => {
          values.goTo(index);
          return known.idOf();
        });
        known.found = await known.find(known.ids.map((id) => id || null));
      }
    },
    goTo: (to) => {
      row = to;
    },
  };
}

/** The product at hand, as far as columns read it: one object, which is another product after the next `make`. */
interface MadeProduct {
  made: ExportedProduct;
  /** Sees that `made` has these members. */
  need(members: readonly ExportMember[]): void;
  make(): void;
}

function openProduct(values: PackedValues, names: PageNames): MadeProduct {
  const readers: { member: ExportMember; read: () => unknown }[] = [];
  // Whoever reads it has said what of it.
  const made = {} as ExportedProduct;
  return {
    made,
    need: (members) => {
      for (const member of members) {
        if (readers.some((known) => known.member === member)) continue;
        readers.push({ member, read: isName(member) ? names.reader(member) : values.reader(member) });
      }
    },
    make: () => {
      const row = made as unknown as Record<string, unknown>; // by the names of its members
      for (const { member, read } of readers) row[member] = read();
    },
  };
}
