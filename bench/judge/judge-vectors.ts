import { loadavg } from "node:os";
import { stdout } from "node:process";
import { startEmbeddingModel } from "../../test/servers/embedding-model.ts";
import { KEPT_PRODUCTS, type KeptProduct } from "./kept-products.ts";

const written = (value: unknown): string => {
  const { value: number, unit } = Object(value);
  return number === undefined ? String(value) : `${number} ${unit}`;
};
/** A product as it is compared: its name and what is known of it, without its category. */
const textOf = ({ title, fields, attributes, sheet }: KeptProduct): string =>
  [
    title,
    ...Object.entries({ ...fields, ...attributes }).map(([name, value]) => `${name} ${written(value)}`),
    ...sheet,
  ].join("\n");

const similarity = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0);

/** The places of the vectors, the nearest to one of them first. */
const nearest = (to: readonly number[], vectors: readonly (readonly number[])[]): number[] =>
  vectors
    .map((_, index) => index)
    .toSorted((one, other) => similarity(to, vectors[other] ?? []) - similarity(to, vectors[one] ?? []));

/**
 * `npm run judge -- --with minilm`: the small model of vectors, all-MiniLM-L6-v2, over the kept products. Whether the product that
 * is nearest to each is of the same category, and whether the data sheet that is nearest to a name is that of its product.
 */
export async function judgeVectors(): Promise<void> {
  const model = await startEmbeddingModel();
  const vectorsOf = async (input: string[]): Promise<number[][]> => {
    const answer = await fetch(`${model.localUrl}/embeddings`, { method: "POST", body: JSON.stringify({ input }) });
    const { data } = (await answer.json()) as { data: { embedding: number[] }[] }; // as the protocol has it
    return data.map(({ embedding }) => embedding);
  };
  const startedAtMs = performance.now();
  const products = await vectorsOf(KEPT_PRODUCTS.map(textOf));
  const withSheets = KEPT_PRODUCTS.filter(({ sheet }) => sheet.length > 0);
  const sheets = await vectorsOf(withSheets.map(({ sheet }) => sheet.join("\n")));
  const names = await vectorsOf(withSheets.map(({ title, category }) => `${title}\n${category}`));
  const seconds = (performance.now() - startedAtMs) / 1000;
  const alike = products.filter((vector, index) => {
    const [first = -1] = nearest(vector, products).filter((each) => each !== index);
    return KEPT_PRODUCTS[first]?.category === KEPT_PRODUCTS[index]?.category;
  });
  const rank = (vector: number[], index: number) => nearest(vector, sheets).indexOf(index);
  const found = (places: number) => names.filter((vector, index) => rank(vector, index) < places).length;
  stdout.write(
    [
      `all-MiniLM-L6-v2 (here), load ${loadavg()[0]?.toFixed(1)}`,
      "| products | nearest is of the same category | sheets | a name finds its sheet first | among three | seconds |",
      "|--:|--:|--:|--:|--:|--:|",
      `| ${products.length} | ${alike.length} | ${sheets.length} | ${found(1)} | ${found(3)} | ${seconds.toFixed(1)} |`,
      "",
    ].join("\n"),
  );
  model.stop();
}
