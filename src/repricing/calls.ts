import { call } from "../runtime/calls.ts";
import type { RepricingScope } from "./evaluate.ts";
import type { Simulated } from "./simulated.ts";

export const simulateCall = call<RepricingScope, Simulated>("repricing.simulate", { queuedAs: "busy.prices" });
