import { xmlText } from "./sheet-xml.ts";

// The fixed parts of a workbook's package. Source: ECMA-376, part 1 and 2
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** English Metric Units a pixel. */
const EMU = 9_525;
/** How large a picture is shown at most, in pixels. */
const SHOWN_WIDTH = 100;
const SHOWN_HEIGHT = 75;

/** The contents of the package when it is whole. */
export interface Contents {
  /** Names of the sheets, in order. */
  sheets: readonly string[];
  /** Numbers from 1 of the sheets with pictures. */
  drawings: readonly number[];
}

/** A picture in its row, from 0. */
export interface PositionedPicture {
  row: number;
  /** Path below `xl/`. */
  path: string;
  width: number;
  height: number;
}

export const contentTypes = ({ sheets, drawings }: Contents): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${sheets
    .map(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
    )
    .join("")}${drawings
    .map(
      (each) =>
        `<Override PartName="/xl/drawings/drawing${each}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`,
    )
    .join("")}</Types>`;

/** Relations by id `rId1`, `rId2`, … */
export const relations = (targets: readonly { type: string; target: string }[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ({ type, target }, index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

export const workbookXml = ({ sheets }: Contents): string =>
  `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${DOCUMENT}"><sheets>${sheets
    .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join("")}</sheets></workbook>`;

export const workbookRelations = ({ sheets }: Contents): string =>
  relations([
    ...sheets.map((_, index) => ({ type: "worksheet", target: `worksheets/sheet${index + 1}.xml` })),
    { type: "styles", target: "styles.xml" },
  ]);

/** Where each picture stands: in the first column, at the top of its row, no larger than the row is high. */
export function drawingXml(pictures: readonly PositionedPicture[]): string {
  const anchors = pictures.map(({ row, width, height }, index) => {
    const scale = Math.min(1, SHOWN_WIDTH / width, SHOWN_HEIGHT / height);
    const cx = Math.max(1, Math.round(width * scale)) * EMU;
    const cy = Math.max(1, Math.round(height * scale)) * EMU;
    return `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>${3 * EMU}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${3 * EMU}</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${index + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
  });
  return `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${DOCUMENT}">${anchors.join("")}</xdr:wsDr>`;
}
