import { call } from "../../runtime/calls/calls.ts";
import type { FileOfMappings, ImportedMappings } from "./read-mappings.ts";

export const importFileCall = call<FileOfMappings, ImportedMappings>("ean-asin.import-file");
