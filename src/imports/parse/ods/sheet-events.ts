import { localName, type XmlEvents } from "../xml/xml-events.ts";

/** What is heard of one sheet. Names come without their prefixes. */
export interface SheetEvents {
  open(name: string, attributes: Record<string, string>): void;
  text(found: string): void;
  close(name: string): void;
}

/** A sheet as it begins. */
export interface SheetStart {
  name: string;
  isHidden: boolean;
}

/** What holds tables that are no sheets, or texts of none: deleted cells, linked tables, drawings. */
const APART: ReadonlySet<string> = new Set(["tracked-changes", "dde-links", "shapes", "forms"]);

/**
 * Goes through the content of a spreadsheet, sheet by sheet. `enter` says who hears of one; `leave` is called at its end, and
 * with `isLink` for a copy of what another file holds.
 */
export function sheetEvents(walk: {
  enter(sheet: SheetStart): SheetEvents | undefined;
  leave(sheet: SheetStart, options: { isLink: boolean }): void;
}): XmlEvents {
  const hiddenStyles = new Set<string>();
  let style = "";
  let sheet: SheetStart | undefined;
  let heard: SheetEvents | undefined;
  let isLink = false;
  /** Elements that are open within the sheet, and those that are open within what stands apart. */
  let depth = 0;
  let apart = 0;
  const openOutside = (name: string, attributes: Record<string, string>) => {
    if (name === "style") style = attributes["style:name"] ?? "";
    if (name === "table-properties" && attributes["table:display"] === "false") hiddenStyles.add(style);
    if (name !== "table") return;
    sheet = {
      name: attributes["table:name"] ?? "",
      isHidden: hiddenStyles.has(attributes["table:style-name"] ?? ""),
    };
    isLink = false;
    depth = 0;
    heard = walk.enter(sheet);
  };
  return {
    open: (tag, attributes) => {
      const name = localName(tag);
      if (apart > 0 || (APART.has(name) && depth === 0)) apart++;
      else if (!sheet) openOutside(name, attributes);
      else {
        depth++;
        if (name === "table-source") isLink = true;
        heard?.open(name, attributes);
      }
    },
    text: (found) => {
      if (apart === 0) heard?.text(found);
    },
    close: (tag) => {
      if (apart > 0) apart--;
      else if (sheet && depth === 0) {
        walk.leave(sheet, { isLink });
        sheet = undefined;
        heard = undefined;
      } else if (sheet) {
        depth--;
        heard?.close(localName(tag));
      }
    },
  };
}
