import type { TreeObject } from "./tree.ts";

const SAMPLE_MAX = 200;

/** The first of what is read, some 200. */
export async function sampleOf(batches: AsyncIterable<TreeObject[]>): Promise<TreeObject[]> {
  const trees: TreeObject[] = [];
  for await (const batch of batches) {
    trees.push(...batch);
    if (trees.length >= SAMPLE_MAX) break;
  }
  return trees.slice(0, SAMPLE_MAX);
}
