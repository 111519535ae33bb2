import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Table } from "../tables/table.ts";
import {
  type Contents,
  contentTypes,
  drawingXml,
  type PositionedPicture,
  relations,
  workbookRelations,
  workbookXml,
} from "./package-xml.ts";
import { RowSource } from "./row-source.ts";
import { PICTURE_ROW_HEIGHT, ROWS_MAX, rowWriter, STYLES_XML, sheetEnd, sheetStart } from "./sheet-xml.ts";

/** A picture to embed; read when its turn has come. */
export interface Picture {
  contentType: "image/jpeg" | "image/png";
  width: number;
  height: number;
  read(): Promise<Uint8Array>;
}

/** A sheet. More rows than one can hold go on in another of the same name and a number. */
export interface Sheet<Row> extends Table<Row> {
  name: string;
  /** The pictures of a page's rows, which make a first column `image`; absent: there is no such column. */
  picturesOf?(rows: readonly Row[]): Promise<(Picture | undefined)[]>;
  /** `false`: without styles, widths, a frozen header and its filter. */
  isFormatted?: boolean;
  /** Columns of days and times hold dates instead of texts. */
  hasDates?: boolean;
  /** Is called with each text that is longer than a cell. */
  noteCut?: (() => void) | undefined;
}

interface PictureAt {
  picture: Picture;
  at: PositionedPicture;
}

// yazl's own type says it is a stream of Node's, which it is.
const outputOf = (zip: ZipFile) => zip.outputStream as Readable;

/** What becomes of a workbook while it is written. */
class WorkbookWriter {
  readonly #zip = new ZipFile();
  readonly #rowsMax: number;
  readonly #sheets: string[] = [];
  readonly #drawings: number[] = [];
  #pictures = 0;
  /** The sheet that is being written. */
  #current: Readable | undefined;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
    this.#zip.on("error", (error: Error) => outputOf(this.#zip).destroy(error));
  }

  get output(): Readable {
    return outputOf(this.#zip);
  }

  async write(sheets: readonly Sheet<unknown>[]): Promise<void> {
    for (const sheet of sheets) await this.#addSheet(sheet);
    const contents: Contents = { sheets: this.#sheets, drawings: this.#drawings };
    this.#addText("xl/styles.xml", STYLES_XML);
    this.#addText("xl/workbook.xml", workbookXml(contents));
    this.#addText("xl/_rels/workbook.xml.rels", workbookRelations(contents));
    this.#addText("_rels/.rels", relations([{ type: "officeDocument", target: "xl/workbook.xml" }]));
    this.#addText("[Content_Types].xml", contentTypes(contents));
    this.#zip.end();
  }

  /** Ends what is no longer read. */
  stop(): void {
    this.#current?.destroy();
  }

  #addText(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path);
  }

  /** Writes one sheet, or as many as its rows need. */
  async #addSheet(sheet: Sheet<unknown>): Promise<void> {
    const source = new RowSource(sheet.pages);
    try {
      for (let part = 1; part === 1 || !(await source.isEmpty()); part++) {
        this.#sheets.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
        const number = this.#sheets.length;
        const pictures: PictureAt[] = [];
        this.#current = Readable.from(this.#sheetXml(sheet, source, pictures), { objectMode: false });
        this.#zip.addReadStream(this.#current, `xl/worksheets/sheet${number}.xml`);
        await finished(this.#current, { writable: false });
        if (sheet.picturesOf) this.#addDrawing(number, pictures);
      }
    } finally {
      await source.stop();
    }
  }

  /** One sheet of as many rows as it can hold. */
  async *#sheetXml(
    { columns, picturesOf, isFormatted = true, hasDates = false, noteCut }: Sheet<unknown>,
    source: RowSource<unknown>,
    picturesAt: PictureAt[],
  ): AsyncGenerator<Buffer> {
    const names = [...(picturesOf ? ["image"] : []), ...columns.map(({ name }) => name)];
    const row = rowWriter(columns, picturesOf ? 1 : 0, { isFormatted, hasDates, noteCut });
    const looks = { hasPictures: picturesOf !== undefined, isFormatted };
    let number = 1;
    yield Buffer.from(sheetStart(names, looks));
    while (number < this.#rowsMax && !(await source.isEmpty())) {
      const rows = source.take(this.#rowsMax - number);
      const pictures = await picturesOf?.(rows);
      let xml = "";
      for (const [index, each] of rows.entries()) {
        number++;
        const picture = pictures?.[index];
        if (picture) picturesAt.push({ picture, at: this.#place(picture, number - 1) });
        xml += row(each, number, picture && PICTURE_ROW_HEIGHT);
      }
      yield Buffer.from(xml);
    }
    yield Buffer.from(sheetEnd(names.length, number, looks));
  }

  #place({ contentType, width, height }: Picture, row: number): PositionedPicture {
    const ending = contentType === "image/jpeg" ? "jpeg" : "png";
    return { row, path: `media/image${++this.#pictures}.${ending}`, width, height };
  }

  #addDrawing(sheet: number, pictures: readonly PictureAt[]): void {
    this.#drawings.push(sheet);
    this.#addText(
      `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
      relations([{ type: "drawing", target: `../drawings/drawing${sheet}.xml` }]),
    );
    this.#addText(`xl/drawings/drawing${sheet}.xml`, drawingXml(pictures.map(({ at }) => at)));
    this.#addText(
      `xl/drawings/_rels/drawing${sheet}.xml.rels`,
      relations(pictures.map(({ at }) => ({ type: "image", target: `../${at.path}` }))),
    );
    for (const { picture, at } of pictures) {
      // One is read when the one before is written. They are compressed already.
      this.#zip.addReadStreamLazy(`xl/${at.path}`, { compress: false }, (give) => {
        picture.read().then(
          (bytes) => give(null, Readable.from([Buffer.from(bytes)], { objectMode: false })),
          (error: unknown) => give(error, Readable.from([])),
        );
      });
    }
  }
}

/**
 * Writes sheets as an Excel workbook (.xlsx), as fast as it is read; its rows and pictures are never held together. Texts
 * are texts, never formulas or numbers; the header is bold, frozen and a filter.
 */
export async function* writeWorkbook(
  sheets: readonly Sheet<unknown>[],
  { rowsMax = ROWS_MAX }: { rowsMax?: number } = {},
): AsyncGenerator<Uint8Array, void> {
  const writer = new WorkbookWriter(rowsMax);
  const written = writer.write(sheets);
  written.catch((error: Error) => writer.output.destroy(error));
  try {
    for await (const chunk of writer.output) yield chunk as Uint8Array;
    await written;
  } finally {
    writer.stop();
  }
}
