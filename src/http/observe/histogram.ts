interface Series {
  labels: string;
  /** Observations by the first bucket they fit in; the last is for those above all of them. */
  counts: number[];
  sum: number;
}

interface HistogramOptions {
  name: string;
  help: string;
  /** The upper ends of its buckets, the smallest first. */
  buckets: readonly number[];
}

/**
 * A histogram in Prometheus' text format. prom-client's own costs 4 µs for each observation, as much as finding out who
 * makes a request.
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export class Histogram {
  readonly #options: HistogramOptions;
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramOptions) {
    this.#options = options;
  }

  /** Counts a value. `key` tells series apart; `labelsOf` writes the labels of a new one. */
  observe(value: number, key = "", labelsOf: () => string = () => ""): void {
    const { buckets } = this.#options;
    let series = this.#series.get(key);
    if (!series) {
      series = { labels: labelsOf(), counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      this.#series.set(key, series);
    }
    let index = 0;
    while (value > (buckets[index] ?? Number.POSITIVE_INFINITY)) index++;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  /** In Prometheus' text format. */
  text(): string {
    const { name, help } = this.#options;
    const lines = [...this.#series.values()].flatMap((series) => this.#linesOf(series));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
  }

  #linesOf({ labels, counts, sum }: Series): string[] {
    const { name, buckets } = this.#options;
    let total = 0;
    const lines = counts.map((count, index) => {
      total += count;
      return `${name}_bucket{le="${buckets[index] ?? "+Inf"}"${labels && `,${labels}`}} ${total}`;
    });
    const all = labels && `{${labels}}`;
    return [...lines, `${name}_sum${all} ${sum}`, `${name}_count${all} ${total}`];
  }
}
