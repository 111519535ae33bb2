import { imageFacts, orientationOf } from "../../products/media/image-facts.ts";
import { DocumentUnreadable } from "./document-unreadable.ts";
import { mayBeScan, type PdfPage, textOfPage, textOfPages } from "./read-pdf.ts";
import { openRecognition, type Recognise } from "./recognise.ts";

/** A page of A4 with 450 dots an inch. */
const MEGAPIXELS_MAX = 20;
/** Of a PDF: a page takes a second or two. */
const SCANS_MAX = 100;
const SCAN_MS_MAX = 300_000;
/** A smaller picture on a page is a sign or a logo. */
const SIDE_MIN = 100;

/** How the reader of PDFs gives out a picture: bits, bytes of three colours, or of four. */
const BITS = 1;
const COLOURS: Record<number, number> = { 2: 3, 3: 4 };
/** The most that a picture is unpacked to. */
const PICTURE_BYTES_MAX = MEGAPIXELS_MAX * 1e6 * 4;

interface Picture {
  width: number;
  height: number;
  kind: number;
  data: Uint8Array;
}

const tooLarge = () => new DocumentUnreadable("documents.picture_too_large", { limit: MEGAPIXELS_MAX });

const isPicture = (value: unknown): value is Picture => {
  const { data, width, height } = Object(value);
  return ArrayBuffer.isView(data) && width >= SIDE_MIN && height >= SIDE_MIN;
};

/** A picture in shades of grey, turned by quarters, as PNM. */
function pnmOf({ width, height, kind, data }: Picture, quarters: number): Uint8Array {
  const colours = COLOURS[kind] ?? 1;
  const rowBytes = kind === BITS ? Math.ceil(width / 8) : width * colours;
  const shade = (x: number, y: number): number => {
    if (kind === BITS) return ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
    const at = y * rowBytes + x * colours;
    if (colours === 1) return data[at] ?? 0;
    return ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10;
  };
  const [columns, rows] = quarters % 2 === 0 ? [width, height] : [height, width];
  const head = new TextEncoder().encode(`P5\n${columns} ${rows}\n255\n`);
  const pnm = new Uint8Array(head.length + columns * rows);
  pnm.set(head);
  let at = head.length;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      // Where the dot was before the page was turned clockwise.
      const [fromX, fromY] = [
        [x, y],
        [y, height - 1 - x],
        [width - 1 - x, height - 1 - y],
        [width - 1 - y, x],
      ][quarters] as [number, number];
      pnm[at++] = shade(fromX, fromY);
    }
  }
  return pnm;
}

/** A picture as the commands of a page name it: itself, or by its name. */
async function pictureOf(page: PdfPage, named: unknown): Promise<Picture | undefined> {
  const name = typeof named === "string" ? named : Object(named).data;
  if (typeof name !== "string") return isPicture(named) ? { ...named, kind: named.kind ?? BITS } : undefined;
  const store = name.startsWith("g_") ? page.commonObjs : page.objs;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  store.get(name, resolve);
  const found = await promise;
  return isPicture(found) ? { ...found, kind: found.kind ?? BITS } : undefined;
}

/** The pictures of a page that are large enough for text. */
async function picturesOf(page: PdfPage): Promise<Picture[]> {
  const { getResolvedPDFJS } = await import("unpdf");
  const { OPS } = await getResolvedPDFJS();
  const painted = new Set([OPS.paintInlineImageXObject, OPS.paintImageXObject, OPS.paintImageMaskXObject]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Picture[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const [named] = (argsArray[index] ?? []) as unknown[];
    const picture = painted.has(operator) ? await pictureOf(page, named) : undefined;
    if (picture) pictures.push(picture);
  }
  return pictures;
}

/**
 * The text of a PDF of which pages are scanned, each page followed by its end: what stands there as text, and on pages that have
 * hardly any what is recognised on their pictures. Throws `DocumentUnreadable`.
 */
export async function textOfScan(bytes: Uint8Array, languages: readonly string[]): Promise<string> {
  let recognition: Promise<Recognise> | undefined;
  let scans = 0;
  const textOf = async (page: PdfPage) => {
    const typed = await textOfPage(page);
    const pictures = mayBeScan(typed) ? await picturesOf(page) : [];
    if (pictures.length === 0) return typed;
    if (++scans > SCANS_MAX) throw new DocumentUnreadable("documents.too_many_scans", { limit: SCANS_MAX });
    if (pictures.some(({ width, height }) => width * height > MEGAPIXELS_MAX * 1e6)) throw tooLarge();
    recognition ??= openRecognition(languages);
    const recognise = await recognition;
    const quarters = (((page.rotate / 90) % 4) + 4) % 4;
    return [typed, ...pictures.map((picture) => recognise(pnmOf(picture, quarters)))].join("\n");
  };
  return textOfPages(bytes, { textOf, readMs: SCAN_MS_MAX, partBytesMax: PICTURE_BYTES_MAX, tooLarge });
}

/** The text on a picture. Throws `DocumentUnreadable`. */
export async function textOfPicture(bytes: Uint8Array, languages: readonly string[]): Promise<string> {
  const { width, height } = await imageFacts(bytes).catch(() => {
    throw new DocumentUnreadable("documents.damaged", { kind: "PNG, JPEG, WebP" });
  });
  if (width * height > MEGAPIXELS_MAX * 1e6) throw tooLarge();
  const recognise = await openRecognition(languages);
  return recognise(bytes, await orientationOf(bytes));
}
