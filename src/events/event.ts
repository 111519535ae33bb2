import type { EventType } from "../vocabulary.ts";

/** Something that happened, as receivers are told: `data` is plain JSON. */
export interface CatalogEvent {
  type: EventType;
  data: Record<string, unknown>;
}
