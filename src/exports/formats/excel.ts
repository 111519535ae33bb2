import { Type } from "@sinclair/typebox";
import { oneOf } from "../../http/input/one-of.ts";
import { productWorkbook, workbookNeeds } from "../encode/product-workbook.ts";
import { SHEET_NAMES } from "../tables/table.ts";
import type { Format, FormatOf } from "./format.ts";

export const excelFormat: Format<FormatOf<"xlsx">> = {
  body: {
    include_sheets: Type.Optional(
      Type.Array(oneOf(SHEET_NAMES), {
        minItems: 1,
        maxItems: 10,
        description: 'The sheets, in this order. Default `["products"]`; an export of suppliers has those only.',
        examples: [["products", "suppliers", "categories"]],
      }),
    ),
    formatting: Type.Optional(
      Type.Boolean({
        default: true,
        description: "Bold frozen header with a filter, column widths and number formats.",
      }),
    ),
    date_cells: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Days and times as dates of the workbook, in UTC, instead of texts.",
      }),
    ),
  },
  read: ({ include_sheets: sheets, formatting: isFormatted = true, date_cells: hasDates = false }) => ({
    name: "xlsx",
    withSummary: false,
    withPictures: false,
    isFormatted,
    hasDates,
    ...(sheets && { sheets: [...new Set(sheets)] }),
  }),
  contentType: () => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ending: () => "xlsx",
  needs: workbookNeeds,
  write: (tables, options, place) => productWorkbook(tables, options, place),
};
