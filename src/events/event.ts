import type { EventType } from "../vocabulary.ts";

/** An event, as receivers get it: `data` is plain JSON. */
export interface CatalogEvent {
  type: EventType;
  data: Record<string, unknown>;
}
