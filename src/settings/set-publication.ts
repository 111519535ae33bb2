import { mutation } from "../../db/ports.ts";
import { putSetting } from "../../db/settings/settings.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { requireVersion } from "../http/output/etag.ts";
import { findPublication, PUBLICATION_SETTING, type Publication, publicationVersion } from "./publication.ts";

interface PublicationChange {
  minScore?: number | undefined;
  enforce?: boolean | undefined;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets what publication asks for; what is absent stays. Throws PRECONDITION_FAILED. */
export const setPublication = mutation(
  "settings.set-publication",
  async (tx, { minScore, enforce, expected }: PublicationChange, context): Promise<Publication> => {
    const before = await findPublication(tx);
    requireVersion(expected, publicationVersion(before));
    const after: Publication = { minScore: minScore ?? before.minScore, enforce: enforce ?? before.enforce };
    if (publicationVersion(after) === publicationVersion(before)) return before;
    await putSetting(tx, PUBLICATION_SETTING, after, context.now());
    await noteAudit(tx, context, {
      action: "setting.changed",
      resource: "setting",
      resourceId: PUBLICATION_SETTING,
      details: { ...after },
    });
    return after;
  },
);
