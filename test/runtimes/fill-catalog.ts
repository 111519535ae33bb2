const AT_ONCE = 1_000;

type Call = (method: string, path: string, body?: object) => Promise<{ status: number }>;

/** Sends products; `words` is how many random words each description has, which no compression makes much smaller. */
export async function fillCatalog(call: Call, products: number, words: number): Promise<void> {
  const description = () => Array.from({ length: words }, () => crypto.randomUUID()).join(" ");
  for (let from = 0; from < products; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => ({
      reference: `F-${from + index}`,
      name: `Product ${from + index}`,
      description: description(),
    }));
    const { status } = await call("POST", "/appsync/products/sync", rows);
    if (status !== 200) throw new Error(`The products from ${from} on were answered by ${status}`);
  }
}
