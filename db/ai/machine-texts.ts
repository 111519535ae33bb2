import type { Tx } from "../ports.ts";

/** Whose texts: empty ids stand for all entities and configurations. */
export interface TextPlace {
  productId: string;
  language: string;
  entityId: string;
  configurationId: string;
}

/** A text that a machine wrote, by its digest. */
export interface MachineText extends TextPlace {
  field: string;
  textHash: string;
}

export const putMachineTexts = (tx: Tx, texts: readonly MachineText[]): Promise<void> =>
  tx.runMany(
    `insert into machine_text (tenant_id, product_id, language, entity_id, configuration_id, field, text_hash)
      values (:tenant, :productId, :language, :entityId, :configurationId, :field, :textHash)
      on conflict do update set text_hash = excluded.text_hash`,
    texts.map((each) => ({ ...each })),
  );
