import { Meilisearch } from "meilisearch";

const PAGE = 10_000;

/** A product as the index of words has it. */
export interface Indexed {
  row_id: number;
  updated_at_us: number;
}

/** The index of words of the one tenant of a Meilisearch server. */
export function wordIndexOf({ url, key }: { url: string; key: string }) {
  const client = new Meilisearch({ host: url, apiKey: key });
  const uid = async (): Promise<string | undefined> => {
    const { results } = await client.getRawIndexes({ limit: 100 });
    return results.map((each) => each.uid).find((each) => !each.includes("_similar"));
  };
  return {
    client,
    uid,
    /** How many products it has. */
    count: async (): Promise<number> => {
      const name = await uid();
      return name === undefined ? 0 : (await client.index(name).getStats()).numberOfDocuments;
    },
    /** All of them. */
    list: async (): Promise<Indexed[]> => {
      const all: Indexed[] = [];
      const index = client.index<Indexed>((await uid()) ?? "");
      for (;;) {
        const page = { fields: ["row_id", "updated_at_us"] as (keyof Indexed)[], limit: PAGE, offset: all.length };
        const { results } = await index.getDocuments(page);
        all.push(...results);
        if (results.length < PAGE) return all;
      }
    },
  };
}
