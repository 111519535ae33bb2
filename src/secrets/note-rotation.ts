import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";

/** What a change of keys did. */
export interface Rotation {
  /** Of the key that encrypts everything now. */
  keyId: string;
  /** `false`: the keys come from the settings, so the first of them is used. */
  isNewKey: boolean;
  resealed: number;
  /** Secrets that no key opens: they were left as they are. */
  unreadable: number;
}

/** Notes in the log of the instance that secrets were encrypted again. */
export const noteRotation = mutation("secrets.note-rotation", (tx, rotation: Rotation, context) =>
  noteAudit(tx, context, "secrets.rotated", null, { ...rotation }, "instance"),
);
