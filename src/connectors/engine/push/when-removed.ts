import type { Connector } from "../../../../db/connectors/connectors.ts";

export const WHEN_REMOVED = ["keep", "hide", "no_stock"] as const;
/** What becomes in a shop of a product that is no longer sold here. */
export type WhenRemoved = (typeof WHEN_REMOVED)[number];

/** What a connector wants of it. By default it stays as it is. */
export const whenRemovedOf = ({ syncOptions }: Pick<Connector, "syncOptions">): WhenRemoved =>
  WHEN_REMOVED.find((each) => each === syncOptions["when_removed"]) ?? "keep";
