import { expect, test } from "bun:test";
import { preview } from "../../workers/connectors/preview.ts";
import { newEan } from "../products/given.ts";
import { EVERY, openEvery } from "./every-platform.ts";

/** What an owner's catalog has beside sound products: no price, a price of 0, no EAN, a name that few platforms take. */
const productsOf = () => [
  { name: "Lamp", reference: "SKU-1", ean: newEan(), price: 12.5, description: "<p>A & B</p>" },
  { name: "No price", reference: "SKU-2", ean: newEan() },
  { name: "For nothing", reference: "SKU-3", ean: newEan(), price: 0 },
  { name: "No EAN", reference: "SKU-4", price: 3 },
  { name: `Café #1 <b> = ; {x} ${"long word ".repeat(30)}`, reference: "SKU-5", ean: newEan(), price: 3 },
];

interface Said {
  id: string;
  result: string;
  messages: string[];
}
interface Note {
  product_id: string;
  result: string;
  message: string;
}
const bySku = (all: Said[]) => all.toSorted((one, other) => one.id.localeCompare(other.id));

/** A catalog with such products, what a preview foretells, and what the push then says. */
async function given(platform: (typeof EVERY)[number][1]) {
  const { there, tenant, connector, sync } = await openEvery(platform);
  const ids: string[] = [];
  for (const product of productsOf()) ids.push((await tenant.post("/products", product)).body.id);
  for (const id of ids) await tenant.put(`/products/${id}/stock`, { quantity: 4 });
  const look = async () => {
    const input = { connectorId: connector.id, isForced: false, after: 0 };
    const found = await preview(there, tenant.id, input, new AbortController().signal);
    return "error" in found ? expect.unreachable(found.error) : found.products;
  };
  const foretold = async (): Promise<Said[]> =>
    (await look()).map(({ productId: id, result, reasons: messages }) => ({
      ...{ id, result: result === "refused" ? "error" : "pushed" },
      messages: messages.toSorted(),
    }));
  /** What became of these products, and of no others. */
  const pushed = async (products: readonly Said[]): Promise<{ pushed: number; said: Said[] }> => {
    const job = await sync("push-products");
    const notes: Note[] = job.products;
    const named = [...new Set([...products.map(({ id }) => id), ...notes.map((note) => note.product_id)])];
    const said = named.map((id): Said => {
      const own = notes.filter((note) => note.product_id === id);
      const isError = own.some(({ result }) => result === "error");
      return { id, result: isError ? "error" : "pushed", messages: own.map(({ message }) => message).toSorted() };
    });
    return { pushed: job.pushed, said };
  };
  return { tenant, ids, foretold, pushed };
}

test.each(EVERY)("%s: a push does what its preview foretold, for the reasons that it gave", async (id, platform) => {
  const { tenant, ids, foretold, pushed } = await given(platform);
  const isDone = (all: Said[]) => all.filter(({ result }) => result === "pushed").length;
  const first = await foretold();
  expect(first).toHaveLength(5);
  const made = await pushed(first);
  expect(bySku(made.said)).toEqual(bySku(first));
  expect(made.pushed).toBe(isDone(first));
  // A price of 0 is none where offers are sold, and what is refused is alone in that.
  expect(isDone(first)).toBeGreaterThanOrEqual(2);
  // Its double reads no product by its id.
  if (id === "squarespace") return;
  await tenant.put(`/products/${ids[0]}`, { name: "Armchair", price: 14 });
  await tenant.put(`/products/${ids[3]}/stock`, { quantity: 1 });
  await tenant.put(`/products/${ids[4]}`, { price: 5 });
  const second = await foretold();
  const changed = await pushed(second);
  expect(bySku(changed.said)).toEqual(bySku(second));
  expect(changed.pushed).toBe(isDone(second));
});
