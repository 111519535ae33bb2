import { mutation } from "../../db/ports.ts";
import { ensureState, type SearchState } from "../../search/follower-state.ts";

/** The tenant's state of what follows its changes, made when there is none. */
export const openState = mutation("search.open", (tx, _: undefined): Promise<SearchState> => ensureState(tx));
