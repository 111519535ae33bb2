import { call, SERVER_MS } from "../../runtime/calls/calls.ts";
import type { SingleRequest, SingleResult, TestedPlatform } from "./requested-job.ts";

export const sendOneCall = call<SingleRequest, SingleResult>("export-platforms.send-one", { outsideMs: SERVER_MS });
export const testCall = call<TestedPlatform, { error: string | null }>("export-platforms.test", {
  outsideMs: SERVER_MS,
});
