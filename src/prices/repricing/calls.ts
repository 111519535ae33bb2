import { call } from "../../runtime/calls/calls.ts";
import type { RepricingScope } from "./rules/evaluate.ts";
import type { Simulated } from "./simulations/simulated.ts";

export const simulateCall = call<RepricingScope, Simulated>("repricing.simulate", { queuedAs: "busy.prices" });
