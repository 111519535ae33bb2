import { type PreviewInput, previewProfile } from "../../src/exports/profiles/preview.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Answers the first rows of a profile: its filter may look at much of the catalog to find them. */
export const preview = ({ reader, now }: ThreadServices, tenantId: string, input: PreviewInput) =>
  previewProfile(reader(tenantId), input, now());
