import { call, MODEL_MS, SERVER_MS, stream } from "../runtime/calls/calls.ts";
import type { FailedRowsRequest } from "./correct/failed-rows.ts";
import type { DetectedFile } from "./parse/detected-file.ts";
import type { LookRequest, SeenSource } from "./sources/seen-source.ts";
import type { AnalyzedFile, AnalyzeRequest, DetectRequest } from "./upload/analyze-request.ts";

export const analyzeCall = call<AnalyzeRequest, AnalyzedFile>("imports.analyze");
export const detectCall = call<DetectRequest, DetectedFile>("imports.detect");
export const assistCall = call<AnalyzedFile, AnalyzedFile>("imports.assist", { outsideMs: MODEL_MS });
export const lookCall = call<LookRequest, SeenSource>("imports.look-at-source", { outsideMs: SERVER_MS });
export const failedRowsStream = stream<FailedRowsRequest>("imports.failed-rows");
