/** What other systems can be told of by webhooks. */
export const EVENT_TYPES = [
  "product.created",
  "product.updated",
  "product.deleted",
  "import.started",
  "import.completed",
  "import.failed",
  "supplier.created",
  "supplier.updated",
  "ean.resolved",
  "stock.updated",
  "price.updated",
  "price.alert",
  "test",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened, as receivers are told: `data` is plain JSON. */
export interface CatalogEvent {
  type: EventType;
  data: Record<string, unknown>;
}
