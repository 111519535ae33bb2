import { openZip } from "../archive/open-zip.ts";
import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { localName } from "../xml/xml-events.ts";
import { builtInFormat, type CellFormat, formatOfCode } from "./cell-formats.ts";
import { drainPart, findPart, type Parts, partsOf } from "./part-reader.ts";

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** The path of its part. */
  path: string;
}

/** A workbook, but for what is in its sheets. */
export interface Workbook {
  /** What its sender calls it. */
  file: string;
  parts: Parts;
  /** In the order of their tabs; those of charts are left out. */
  sheets: Sheet[];
  is1904: boolean;
  /** By the number of a cell's style. */
  formats: CellFormat[];
  sharedStringsPath: string;
}

interface Relation {
  type: string;
  target: string;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** A path as it is written in a part that lies in a folder. */
function resolved(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

async function relationsOf(parts: Parts, path: string): Promise<Map<string, Relation>> {
  const folder = folderOf(path);
  const part = findPart(parts, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const relations = new Map<string, Relation>();
  if (!part) return relations;
  await drainPart(part, {
    open: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (localName(name) !== "Relationship") return;
      relations.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolved(folder, target) });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return relations;
}

/** The value of an attribute with any prefix. */
const attribute = (attributes: Record<string, string>, wanted: string): string | undefined =>
  Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];

/** Opens a workbook by its small parts. Throws FileUnreadable for an archive that is none, or is damaged. */
export async function openWorkbook(source: FileSource): Promise<Workbook> {
  const parts = partsOf(await openZip(source));
  const file = source.name;
  const main = [...(await relationsOf(parts, "")).values()].find(({ type }) => type === "officeDocument");
  const path = main?.target ?? "xl/workbook.xml";
  const part = findPart(parts, path);
  if (!part) throw new FileUnreadable("workbook_broken", { file, part: path });
  const relations = await relationsOf(parts, path);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await drainPart(part, {
    open: (tag, attributes) => {
      const name = localName(tag);
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attribute(attributes, "date1904") ?? "");
      if (name !== "sheet") return;
      const relation = relations.get(
        Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? attribute(attributes, "id") ?? "",
      );
      if (relation?.type !== "worksheet") return;
      const isHidden = !["visible", undefined].includes(attribute(attributes, "state"));
      sheets.push({ name: attribute(attributes, "name") ?? "", isHidden, path: relation.target });
    },
    text: () => undefined,
    close: () => undefined,
  });
  if (sheets.length === 0) throw new FileUnreadable("workbook_broken", { file, part: path });
  const byType = (wanted: string, otherwise: string) =>
    [...relations.values()].find(({ type }) => type === wanted)?.target ?? resolved(folderOf(path), otherwise);
  return {
    file,
    parts,
    sheets,
    is1904,
    formats: await cellFormats(parts, byType("styles", "styles.xml")),
    sharedStringsPath: byType("sharedStrings", "sharedStrings.xml"),
  };
}

async function cellFormats(parts: Parts, path: string): Promise<CellFormat[]> {
  const part = findPart(parts, path);
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  if (!part) return formats;
  let isInCells = false;
  await drainPart(part, {
    open: (tag, attributes) => {
      const name = localName(tag);
      if (name === "numFmt") own.set(Number(attributes["numFmtId"]), formatOfCode(attributes["formatCode"] ?? ""));
      if (name === "cellXfs") isInCells = true;
      if (name !== "xf" || !isInCells) return;
      const id = Number(attributes["numFmtId"] ?? 0);
      formats.push(own.get(id) ?? builtInFormat(id));
    },
    text: () => undefined,
    close: (tag) => {
      if (localName(tag) === "cellXfs") isInCells = false;
    },
  });
  return formats;
}
