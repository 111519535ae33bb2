import { createHash } from "node:crypto";
import { machineTexts, type TextPlace } from "../../../db/ai/machine-texts.ts";
import type { Tx } from "../../../db/ports.ts";

/** Equal for equal texts. */
export const textDigest = (text: unknown): string =>
  createHash("sha256").update(JSON.stringify(text)).digest("base64url").slice(0, 22);

/** Notes that a machine wrote these texts: as long as they stay, they may be written over. */
export const noteMachineTexts = (tx: Tx, place: TextPlace, texts: Readonly<Record<string, unknown>>): Promise<void> =>
  machineTexts.saveAll(
    tx,
    Object.entries(texts).map(([field, text]) => ({ ...place, field, textHash: textDigest(text) })),
  );
