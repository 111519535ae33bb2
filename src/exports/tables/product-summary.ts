import type { ExportedProduct } from "../../../db/exports/exported-product.ts";
import { STATUSES, WORKFLOW_STATUSES } from "../../../db/products/product-row.ts";
import { GRADES, gradeOf } from "../../../db/products/shown.ts";
import { hasText } from "../../text/plain-text.ts";

const MONTH_MS = 30 * 86_400_000;

/** What it reads of a product. */
export const SUMMED = [
  "status",
  "deletedAtMs",
  "imageUrl",
  "priceCents",
  "stock",
  "brandId",
  "supplierId",
  "supplierCount",
  "categoryId",
  "description",
  "completenessScore",
  "workflowStatus",
  "createdAtMs",
  "updatedAtUs",
] as const;
type SummedProduct = Pick<ExportedProduct, (typeof SUMMED)[number]>;
type Counts = (product: SummedProduct, nowMs: number) => boolean;

/** What is counted, by the names of the overview of a catalog. */
const COUNTERS: readonly [metric: string, counts: Counts][] = [
  ["total", () => true],
  ...STATUSES.map((status): [string, Counts] => [status, (product) => product.status === status]),
  ["deleted", ({ deletedAtMs }) => deletedAtMs !== null],
  ["with_images", ({ imageUrl }) => imageUrl !== null],
  ["with_price", ({ priceCents }) => (priceCents ?? 0) > 0],
  ["in_stock", ({ stock }) => stock > 0],
  ["no_brand", ({ brandId }) => brandId === null],
  ["no_supplier", ({ supplierId, supplierCount }) => supplierId === null && supplierCount === 0],
  ["without_category", ({ categoryId }) => categoryId === null],
  ["without_description", ({ description }) => !hasText(description)],
  ...GRADES.map(({ grade }): [string, Counts] => [
    `grade_${grade}`,
    ({ completenessScore }) => gradeOf(completenessScore) === grade,
  ]),
  ...WORKFLOW_STATUSES.map((status): [string, Counts] => [
    `workflow_${status}`,
    ({ workflowStatus }) => workflowStatus === status,
  ]),
  ["created_last_30_days", ({ createdAtMs }, nowMs) => createdAtMs > nowMs - MONTH_MS],
  ["updated_last_30_days", ({ updatedAtUs }, nowMs) => updatedAtUs / 1_000 > nowMs - MONTH_MS],
];

/** One line of a summary. */
export interface Metric {
  metric: string;
  value: number;
}

/** Counts products as they pass. */
export class ProductSummary {
  readonly #nowMs: number;
  readonly #counts = new Map(COUNTERS.map(([metric]) => [metric, 0]));
  #scores = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(products: readonly SummedProduct[]): void {
    for (const product of products) {
      this.#scores += product.completenessScore;
      for (const [metric, counts] of COUNTERS) {
        if (counts(product, this.#nowMs)) this.#counts.set(metric, (this.#counts.get(metric) ?? 0) + 1);
      }
    }
  }

  /** What was counted so far; the average score is rounded to one decimal, 0 of no product. */
  metrics(): Metric[] {
    const total = this.#counts.get("total") ?? 0;
    const average = total === 0 ? 0 : Math.round((this.#scores / total) * 10) / 10;
    return [
      ...[...this.#counts].map(([metric, value]) => ({ metric, value })),
      { metric: "average_completeness", value: average },
    ];
  }
}
