import { mutation } from "../../db/ports.ts";
import { ensureState, moveState, type SearchState } from "../../search/libsql/index-state.ts";
import { type IndexEntry, writeEntries } from "../../search/libsql/write-index.ts";

/** What a tenant's index is to take in: all changes after one value of its clock up to another. */
interface IndexedChanges {
  /** `IndexEntry[]` as JSON: a text crosses threads several times faster than what it stands for. */
  entries: string;
  fromUs: number;
  toUs: number;
}

/** The state of the tenant's index, made when there is none. */
export const openIndex = mutation("search.open", (tx, _: undefined): Promise<SearchState> => ensureState(tx));

/** Takes changed products into the search index; nothing when another has done so meanwhile. */
export const indexProducts = mutation(
  "search.index",
  async (tx, { entries, fromUs, toUs }: IndexedChanges): Promise<void> => {
    if ((await moveState(tx, "index", { fromUs, toUs })) === 0) return;
    // Written by the thread that follows the changes.
    await writeEntries(tx, JSON.parse(entries) as IndexEntry[]);
  },
);
