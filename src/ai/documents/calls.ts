import { call, MODEL_MS } from "../../runtime/calls/calls.ts";
import type { Passage } from "./find-passages.ts";

export const findCall = call<{ productId: string }, Passage[]>("documents.find", { outsideMs: MODEL_MS });
