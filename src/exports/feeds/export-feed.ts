import { Type } from "@sinclair/typebox";
import { computed } from "../../../db/selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import {
  choiceField,
  DATE_TIME,
  type Field,
  flagField,
  hiddenField,
  jsonField,
  lineField,
  nameField,
  numberField,
  shownField,
  webAddressField,
} from "../../kit/resource/fields.ts";
import { BY_NAME } from "../../kit/resource/named.ts";
import { type RowOf, record } from "../../kit/resource/record.ts";
import { ProfileColumn } from "../profiles/column.ts";
import { PROFILE_FIELDS, priceTax } from "../profiles/profile.ts";
import { FEED_TYPE_NAMES } from "./feed-types.ts";
import { planFeed } from "./plan-feed.ts";

const MINUTES_MIN = 15;
const WEEK_MINUTES = 10_080;
const COLUMNS_MAX = 200;

const count = (column: string, description: string) =>
  shownField(Type.Integer({ minimum: 0, description }), computed(`export_feed.${column}`, NUMBER), 0);

const profileId: Field<string | null> = {
  input: orNull(
    Type.String({ format: "uuid" }),
    "Export profile whose columns are called as the feed type's; null: built-in.",
  ),
  output: orNull(Type.String(), "Null: the built-in columns of the feed type."),
  column: TEXT_OR_NULL,
  initial: null,
};
const { language, entity_id, channel, currency, filters } = PROFILE_FIELDS;

/** A file that marketplaces and partners fetch at an address of its own. */
export const Feed = record({
  table: "export_feed",
  noun: "export_feed",
  key: "feed",
  expands: { profile: "export_profile", entity: "entity" },
  fields: {
    name: nameField(100, "Unique, ignoring case and accents.", { example: "Google Shopping France" }),
    feed_type: choiceField(FEED_TYPE_NAMES, undefined, {
      description: "Whose specification the file follows.",
      examples: ["google_shopping_xml"],
    }),
    profile_id: profileId,
    product_url: lineField(
      2_000,
      "Template of the address of a product's page, such as `https://shop.example/p/{url_slug}`.",
    ),
    shop_name: lineField(200, "Name of the shop or supplier in the file."),
    shop_url: webAddressField(),
    language,
    entity_id,
    channel,
    currency,
    price_tax: priceTax("as its profile says, else with tax"),
    filters: {
      ...filters,
      input: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        description: "Filters of the product list. Inactive products are left out unless `is_active` says otherwise.",
        examples: [{ category: "Garden" }],
      }),
    },
    columns: jsonField<ProfileColumn[]>(
      Type.Array(ProfileColumn, {
        maxItems: COLUMNS_MAX,
        description: "Further columns, or others in place of those of the same name.",
        examples: [[{ name: "shipping", value: "FR:::4.90 EUR" }]],
      }),
      [],
    ),
    leave_out_incomplete: flagField(true, "Leave out what the specification would refuse. Default true."),
    refresh_minutes: numberField(
      Type.Integer({
        minimum: MINUTES_MIN,
        maximum: WEEK_MINUTES,
        description: "The file is made again this long after the last time, once the catalog has changed. Default 60.",
      }),
      60,
    ),
    is_active: flagField(true, "Whether its address answers. Default true."),
    token_hint: shownField(
      Type.String({ description: "The last four characters of the token in its address.", examples: ["aBcd"] }),
      TEXT,
      "",
    ),
    built_at: shownField(
      orNull(Time, "When the file was last made; null: not yet."),
      computed("export_feed.built_at_ms", DATE_TIME),
      null,
    ),
    items: count("item_count", "Items of the file."),
    left_out: count("left_out_count", "Items that were left out because the specification would refuse them."),
    token_hash: hiddenField(TEXT, ""),
    origin: hiddenField(TEXT, ""),
  },
  ...BY_NAME,
});
export type FeedRow = RowOf<typeof Feed.fields, typeof BY_NAME.derived>;

/** What a feed would write is checked before it is stored. */
export const feedChanges = changesOf("export-feeds", Feed, {
  unique: { field: "name", column: "name_key" },
  check: async (tx, row) => {
    const planned = await planFeed(tx, row);
    if ("problems" in planned) throw invalidBody(planned.problems);
  },
  audit: {
    created: "export_feed.created",
    changed: "export_feed.changed",
    deleted: "export_feed.deleted",
    details: ({ name, feed_type }) => ({ name, feed_type }),
  },
});
