import { afterAll, expect, test } from "bun:test";
import { CALLS_ENV, makeCalls } from "../runtimes/calls.ts";
import { ADMIN } from "../servers/service.ts";
import { callersWithSession } from "./caller.ts";
import { startCluster } from "./cluster.ts";

const cluster = await startCluster({ processes: 3, env: CALLS_ENV });
afterAll(() => cluster.stop());

test("processes that start at once make one schema, one bucket and one admin", async () => {
  for (const call of await callersWithSession(cluster.members.map(({ service }) => service.url))) {
    const { body } = await call("GET", "/settings/users");
    expect(body.items.map(({ email }: { email: string }) => email)).toEqual([ADMIN.email]);
  }
  for (const { service } of cluster.members) expect(service.output()).not.toContain('"level":"error"');
});

test("the main job runs behind a proxy as it does on one process", async () => {
  const failed: string[] = [];
  let made = 0;
  for await (const { name, error } of makeCalls(cluster.url)) {
    made++;
    if (error !== undefined) failed.push(`${name}: ${error}`);
  }
  expect(failed).toEqual([]);
  expect(made).toBeGreaterThan(10);
}, 120_000);
