import { expect, test } from "bun:test";
import { Histogram } from "../../src/http/observe/histogram.ts";

test("a histogram counts what is up to each of its ends", () => {
  const histogram = new Histogram({ name: "waits", help: "How long", buckets: [0.5, 1] });
  for (const value of [0.25, 0.5, 0.75, 8]) histogram.observe(value);
  histogram.observe(1, "labelled", () => 'place="door"');

  expect(histogram.text().split("\n")).toEqual([
    "# HELP waits How long",
    "# TYPE waits histogram",
    'waits_bucket{le="0.5"} 2',
    'waits_bucket{le="1"} 3',
    'waits_bucket{le="+Inf"} 4',
    "waits_sum 9.5",
    "waits_count 4",
    'waits_bucket{le="0.5",place="door"} 0',
    'waits_bucket{le="1",place="door"} 1',
    'waits_bucket{le="+Inf",place="door"} 1',
    'waits_sum{place="door"} 1',
    'waits_count{place="door"} 1',
    "",
  ]);
});
