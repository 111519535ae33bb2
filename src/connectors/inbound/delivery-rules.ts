import type { Connector } from "../../../db/connectors/connectors.ts";
import { changeableOf } from "../engine/pull/pull-fields.ts";
import type { PullRules } from "../engine/pull/pull-rules.ts";

/** What a delivery may change of a product that is there, unless the connector says less. */
const REPORTED = ["name", "price", "stock", "brand_name"];

/** What webhooks may change, as the connector says. */
export const deliveryRules = (connector: Connector): PullRules => ({
  createsMissing: connector.syncOptions["create_missing"] === true,
  takesImages: false,
  fields: changeableOf(connector, REPORTED),
});
