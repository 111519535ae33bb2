import { findContentRecord, putContentRecord } from "../../../db/content-variants/content-records.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { contentChange } from "../../content/variants/content-change.ts";
import { touchProducts } from "../../products/changes/commit/touch-products.ts";
import { isSameJson } from "../../text/unknown-values.ts";
import { noteMachineTexts } from "../provider/machine-texts.ts";

/** Where texts are for: "" is all entities, all configurations. */
interface Place {
  productId: string;
  language: string;
  entityId: string;
  configurationId: string;
}

/**
 * Stores texts that a machine made as those of a language, for all or for one place, with one event. `leavesSame`: not when
 * they are there already and not reviewed.
 */
export async function storeTexts(
  tx: Tx,
  place: Place,
  texts: Record<string, unknown>,
  context: MutationContext,
  { leavesSame = false } = {},
): Promise<void> {
  const { productId, language, entityId, configurationId } = place;
  const key = { productId, language, entityId: entityId || null, configurationId: configurationId || null };
  const before = await findContentRecord(tx, key);
  const record = {
    ...key,
    id: before?.id ?? context.newId(),
    content: { ...before?.content, ...texts },
    reviewed: false,
    createdAtMs: before?.createdAtMs ?? context.now(),
    updatedAtUs: 0,
  };
  if (leavesSame && before && !before.reviewed && isSameJson(record.content, before.content)) return;
  await putContentRecord(tx, record, context.now());
  const changes = [contentChange(before, record)];
  await touchProducts(tx, [{ productId, updatedFields: ["content_variants"], changes }], context);
  await noteMachineTexts(tx, place, texts);
}
