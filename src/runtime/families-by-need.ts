import { type Missing, NotLoaded } from "../../db/local/load-first.ts";
import type { AnyMutation, MutationContext } from "../../db/ports.ts";
import { type Families, loadFailures, loadMutations, wordsOf } from "./family.ts";

/** The mutations of families, each family's loaded when one of them is to run; and what follows when a job has failed. */
export interface FamiliesByNeed {
  mutations: ReadonlyMap<string, AnyMutation>;
  missing: Missing;
  failures: NonNullable<MutationContext["failures"]>;
}

const firstWord = (name: string) => name.split(".")[0] ?? "";

/** What the writer runs: most of it is of families that a service seldom uses, or not at all. */
export function familiesByNeed(families: Families): FamiliesByNeed {
  const mutations = new Map<string, AnyMutation>();
  const loaded = new Set<string>();
  const load = async (word: string) => {
    const named = Object.entries(families).filter(([name, family]) => wordsOf(name, family).includes(word));
    for (const [name, mutation] of await loadMutations(Object.fromEntries(named))) mutations.set(name, mutation);
    loaded.add(word);
  };
  let failures: Awaited<ReturnType<typeof loadFailures>> | undefined;
  return {
    mutations,
    missing: (name) => (loaded.has(firstWord(name)) ? undefined : () => load(firstWord(name))),
    failures: {
      get: (kind) => {
        if (failures) return failures.get(kind);
        throw new NotLoaded("what follows a failed job", async () => {
          failures = await loadFailures(families);
        });
      },
    },
  };
}
