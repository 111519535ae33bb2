/** A product of the spreadsheet: amounts in hundredths, its price with tax, its cost without. */
export interface SheetProduct {
  id: string;
  sku: string;
  price: number;
  cost: number;
  map: number | null;
  /** Percent. */
  tax: number;
  /** What lists have: without tax in CHF, with it in JPY. */
  chf: number | null;
  jpy: number | null;
}

type Currency = "EUR" | "CHF" | "JPY";

const WEEK_MS = 7 * 86_400_000;
const [TEN_THOUSAND, THOUSAND] = [10_000n, 1_000n];
const halfUp = (numerator: bigint, denominator: bigint) => Number((numerator * 2n + denominator) / (denominator * 2n));
const up = (numerator: bigint, denominator: bigint) => Number((numerator + denominator - 1n) / denominator);
const down = (numerator: bigint, denominator: bigint) => Number(numerator / denominator);
const whole = (value: number, scale: number) => BigInt(Math.round(value * scale));

/** What prices of a currency are made by: how they end, in which steps they come, and whether they contain tax. */
const KINDS = {
  EUR: { step: 100, start: 99, unit: 1, hasTax: true },
  CHF: { step: 5, start: 0, unit: 1, hasTax: false },
  JPY: { step: 10_000, start: 9_000, unit: 100, hasTax: true },
} as const;

/**
 * What a pricing manager would work out by hand, in fractions and apart from the product's code: eight competitors by the rate
 * of the day on which each was seen, the lowest of the last seven days, and three rules with cap, margin, MAP, cost and endings.
 */
export class Sheet {
  changes = 0;
  readonly #products: readonly SheetProduct[];
  /** By product and competitor. */
  readonly #seen: Map<number, { euroCents: number; atMs: number }>[];
  #nowMs = 0;
  #rates: Record<string, number> = {};

  constructor(products: readonly SheetProduct[]) {
    this.#products = products;
    this.#seen = products.map(() => new Map());
  }

  newDay(nowMs: number, rates: Record<string, number>): void {
    this.#nowMs = nowMs;
    this.#rates = rates;
  }

  see(place: number, competitor: number, amount: number, currency: string): void {
    const hundredths = whole(amount, 100);
    const rate = currency === "EUR" ? TEN_THOUSAND : whole(this.#rates[currency] ?? 0, 10_000);
    const euroCents = halfUp(hundredths * TEN_THOUSAND, rate);
    this.#seen[place]?.set(competitor, { euroCents, atMs: this.#nowMs });
  }

  /** Reprices all in a currency; returns how many prices became others. */
  reprice(currency: Currency): number {
    const before = this.changes;
    for (const [place, product] of this.#products.entries()) {
      const fresh = [...(this.#seen[place]?.values() ?? [])].filter(({ atMs }) => atMs >= this.#nowMs - WEEK_MS);
      if (fresh.length === 0) continue;
      const lowest = Math.min(...fresh.map(({ euroCents }) => euroCents));
      const key = ({ EUR: "price", CHF: "chf", JPY: "jpy" } as const)[currency];
      const current = product[key] ?? 0;
      const after = this.#priceOf(currency, product, { lowest, current });
      if (after === undefined || after === current) continue;
      product[key] = after;
      this.changes += 1;
    }
    return this.changes - before;
  }

  /** Of each product that somebody sells: how its own price stands among those last seen, as the export has it. */
  positions(): Map<string, (number | string)[]> {
    const sold = this.#products.map(({ sku, price }, place) => {
      const prices = [...(this.#seen[place]?.values() ?? [])]
        .map(({ euroCents }) => euroCents)
        .toSorted((a, b) => a - b);
      const [lowest = 0, highest = 0] = [prices[0], prices.at(-1)];
      const average = halfUp(BigInt(prices.reduce((sum, each) => sum + each, 0)), BigInt(Math.max(prices.length, 1)));
      const cheaper = prices.filter((each) => each < price).length;
      const position = cheaper === 0 ? "cheapest" : price >= highest ? "dearest" : "average";
      const amounts = [price, lowest, average, highest].map((cents) => cents / 100);
      return [sku, [position, ...amounts, prices.length, cheaper, (price - lowest) / 100]] as const;
    });
    return new Map(sold.filter(([, figures]) => figures[5] !== 0).map(([sku, figures]) => [sku, [...figures]]));
  }

  /** How many offers are below the minimum advertised price of their product. */
  violations(): number {
    return this.#products.reduce((sum, { map }, place) => {
      const below = [...(this.#seen[place]?.values() ?? [])].filter(({ euroCents }) => map !== null && euroCents < map);
      return sum + below.length;
    }, 0);
  }

  #priceOf(
    currency: Currency,
    product: SheetProduct,
    { lowest, current }: { lowest: number; current: number },
  ): number | undefined {
    const { step, start, unit, hasTax } = KINDS[currency];
    const rate = currency === "EUR" ? TEN_THOUSAND : whole(this.#rates[currency] ?? 0, 10_000);
    const gross = THOUSAND + whole(product.tax, 10);
    // What contains tax loses it in a list without, what does not gains it in one with.
    const [taken, added] = hasTax ? [THOUSAND, gross] : [gross, THOUSAND];
    const seen = halfUp(BigInt(lowest) * rate * THOUSAND, TEN_THOUSAND * taken);
    const wanted = currency === "EUR" ? seen - 10 : currency === "CHF" ? seen : halfUp(BigInt(seen) * 98n, 100n);
    const target = Math.round(wanted / unit) * unit;
    const toUnit = (cents: number) => Math.ceil(cents / unit) * unit;
    const map = product.map === null ? 0 : up(BigInt(product.map) * rate * THOUSAND, TEN_THOUSAND * taken);
    const cost = up(BigInt(product.cost) * rate * added, TEN_THOUSAND * THOUSAND);
    const floor = toUnit(Math.max(map, cost));
    // 90 % of the price without tax must cover the cost.
    const netCost = up(BigInt(product.cost) * rate, TEN_THOUSAND);
    const margin = toUnit(up(BigInt(netCost) * 10n * added, 9n * THOUSAND));
    const reach = down(BigInt(current) * 9n, 100n);
    const lower = toUnit(Math.max(floor, margin, current - reach));
    const highest = Math.floor((current + reach) / unit) * unit;
    if (margin > Math.max(highest, floor)) return undefined;
    const upper = Math.max(floor, highest);
    const clamped = Math.min(Math.max(target, lower), upper);
    const below = Math.floor((clamped - start) / step) * step + start;
    const [near, far] = clamped - below <= below + step - clamped ? [below, below + step] : [below + step, below];
    return [near, far].find((cents) => cents >= Math.max(lower, 1) && cents <= upper) ?? clamped;
  }
}
