import { type ColumnMapping, mappedTarget } from "../columns/column-mapping.ts";
import { cellText } from "../values/cell-values.ts";
import type { Step } from "./draft.ts";
import type { RowMappingSettings } from "./mapping-settings.ts";

/** What our exports call a column of the primary image: it does not say that others are missing. */
const ONE_IMAGE: ReadonlySet<string> = new Set(["image_url", "primary_image_url"]);
/** What columns of images beside the first are called. */
const FURTHER = /additional|alternative|further|(?:^|[^a-z])(?:other|extra|more|secondary|gallery)(?![a-z])/i;

/** The columns with their places, those of further images behind the others: the first image is the product's main one. */
export function imagesInOrder(columns: readonly string[], mapping: ColumnMapping): [index: number, column: string][] {
  const isFurther = (column: string) =>
    FURTHER.test(column) && Object.hasOwn(mapping, column) && mappedTarget(mapping[column])?.field === "image_urls";
  const all = [...columns.entries()];
  return [...all.filter(([, column]) => !isFurther(column)), ...all.filter(([, column]) => isFurther(column))];
}

/** Notes the address in a column of the primary image. */
export function* imageSteps({ columns, columnMapping }: RowMappingSettings): Generator<Step> {
  for (const [index, column] of columns.entries()) {
    if (!ONE_IMAGE.has(column) || columnMapping[column] !== "image_urls") continue;
    yield ({ row }, cells) => {
      const text = cellText(cells[index] ?? "");
      if (text !== "") row.values["image_url"] = text;
    };
  }
}
