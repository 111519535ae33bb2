import process from "node:process";

/**
 * How large a test's work is: as much as proves it, in CI, or all of it with `TEST_SIZE=full`, as before a release. A bound
 * that holds for 100,000 rows because each row costs the same is proven by 20,000.
 */
export const sized = <T>(inCi: T, full: T): T => (process.env["TEST_SIZE"] === "full" ? full : inCi);
