import { stream } from "../runtime/calls.ts";
import type { ExportOptions } from "./export-options.ts";

export const exportStream = stream<ExportOptions>("exports.stream");
