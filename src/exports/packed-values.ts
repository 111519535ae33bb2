import { Buffer } from "node:buffer";
import { SOURCES, type StoredMember } from "../../db/exports/exported-product.ts";
import type { PackedProducts } from "../../db/exports/packed-products.ts";
import type { SpecialBytes } from "./csv-line.ts";
import type { Utf8Writer } from "./utf8-writer.ts";

/** The values of packed products, of one product at a time. */
export interface PackedValues {
  open(page: PackedProducts): void;
  /** Goes to a product of the page. */
  goTo(row: number): void;
  /** What reads a member of the product; an empty text is nothing. */
  reader(member: StoredMember): () => unknown;
  /** What reads a member as text, `""` for nothing. */
  textReader(member: StoredMember): () => string;
  /** What adds a member as it is stored, in quotes where it must be. It adds nothing and returns false when it cannot. */
  adder(member: StoredMember, special?: SpecialBytes): (text: Utf8Writer) => boolean;
}

const ZERO = 0x30;
const NINE = 0x39;

/** Finds values in pages of these members. */
export function openPackedValues(members: readonly StoredMember[]): PackedValues {
  let bytes = Buffer.alloc(0);
  let separators: Int32Array = new Int32Array();
  let first = 0;
  const fromOf = (place: number): number => (separators[first + place] ?? 0) + 1;
  const toOf = (place: number): number => separators[first + place + 1] ?? 0;

  /** Digits need no text to be read: an export has eight such numbers in each row. */
  function integerAt(place: number): number {
    const to = toOf(place);
    let value = 0;
    for (let index = fromOf(place); index < to; index++) {
      const byte = bytes[index] ?? 0;
      if (byte < ZERO || byte > NINE) return Number(textAt(place));
      value = value * 10 + byte - ZERO;
    }
    return value;
  }

  function textAt(place: number): string {
    const from = fromOf(place);
    const to = toOf(place);
    return from === to ? "" : bytes.toString("utf8", from, to);
  }

  return {
    open: (page) => {
      const { buffer, byteOffset, byteLength } = page.bytes;
      bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
      separators = page.separators;
    },
    goTo: (row) => {
      first = row * members.length;
    },
    reader: (member) => {
      const place = members.indexOf(member);
      const { number, read } = SOURCES[member];
      const isNothing = () => fromOf(place) === toOf(place);
      if (number === "integer") return () => (isNothing() ? null : integerAt(place));
      if (number === "real") return () => (isNothing() ? null : Number(textAt(place)));
      if (read) return () => read(isNothing() ? null : textAt(place));
      return () => (isNothing() ? null : textAt(place));
    },
    textReader: (member) => {
      const place = members.indexOf(member);
      return () => textAt(place);
    },
    adder: (member, special) => {
      const place = members.indexOf(member);
      return (text) => {
        const from = fromOf(place);
        const to = toOf(place);
        if (from === to) return true;
        if (!special) return text.addBytes(bytes, from, to);
        if (special.first[bytes[from] ?? 0] === 1) return false;
        return text.addBytes(bytes, from, to, special.within) || text.addQuoted(bytes, from, to);
      };
    },
  };
}
