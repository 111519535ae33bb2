import type { Static } from "@sinclair/typebox";
import { call, stream } from "../runtime/calls.ts";
import type { ExportOptions } from "./export-options.ts";
import type { PreviewInput, ProfilePreview } from "./profiles/preview.ts";

export const exportStream = stream<ExportOptions>("exports.stream");
export const previewCall = call<PreviewInput, Static<typeof ProfilePreview>>("exports.preview");
