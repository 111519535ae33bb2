import { Type } from "@sinclair/typebox";
import { isCodeTaken } from "../../../db/competitors/competitors.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import {
  flagField,
  hiddenField,
  nameField,
  sentOnce,
  shownField,
  textField,
  webAddressField,
} from "../../kit/resource/fields.ts";
import { BY_NAME } from "../../kit/resource/named.ts";
import { record } from "../../kit/resource/record.ts";
import { VIEW_MONITOR } from "../price-monitor/policies.ts";

const Code = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Unique; the source of its prices among those of a product.",
  examples: ["bigshop"],
});
const isBlacklisted = { ...FLAG, computed: "competitor.blacklisted_at_ms is not null" };

/** Another shop that sells what we sell. */
export const Competitor = record({
  table: "competitor",
  noun: "competitor",
  fields: {
    code: sentOnce(textField(Code, { shown: Code })),
    name: nameField(200, "Shown to users.", { example: "Big Shop" }),
    base_url: webAddressField(),
    is_active: flagField(true, "Default true; observations of an inactive competitor are rejected."),
    is_blacklisted: shownField(Type.Boolean(), isBlacklisted, false),
    blacklist_reason: shownField(orNull(Type.String()), TEXT_OR_NULL, null),
    observations_count: shownField(Type.Integer({ minimum: 0 }), NUMBER, 0),
    blacklisted_at_ms: hiddenField(NUMBER_OR_NULL, null),
    deleted_at_ms: hiddenField(NUMBER_OR_NULL, null),
  },
  ...BY_NAME,
});

export const { create: createCompetitor, update: updateCompetitor } = changesOf("competitors", Competitor, {
  check: async (tx, row) => {
    required(row.deleted_at_ms === null ? row : undefined, "competitor", row.id);
    const other = await isCodeTaken(tx, row.code, row.id);
    if (other !== undefined) throw duplicateResource("code", row.code, other, "competitor");
  },
});

/** For answers that name competitors; a deleted one is not shown. */
export const competitorsById = rowsById(Competitor, VIEW_MONITOR, (row) =>
  row.deleted_at_ms === null ? Competitor.bodyOf(row) : undefined,
);
