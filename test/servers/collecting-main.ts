import process from "node:process";

/** The service, which collects its garbage on command, so that a test sees what was left without an owner. */
process.on("SIGUSR2", () => globalThis.Bun?.gc(true));
await import("../../src/main.ts");
