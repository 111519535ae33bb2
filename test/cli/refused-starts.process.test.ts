import { expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { refusedStart } from "../servers/refused-start.ts";

setDefaultTimeout(60_000);

/** A server that answers everything with this status; `close` it. */
async function answering(status: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, answer) => answer.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }; // it listens on a port
}

test("a database URL that is none says what one looks like, and is wrong use", async () => {
  const said = await refusedStart({ CATALOGD_DATABASE_URL: "nonsense" }, { exitCode: 64 });
  expect(said).toContain("expects an address such as http://host:8080");
});

test("a database server that is away says to start it or to correct the URL", async () => {
  const said = await refusedStart({ CATALOGD_DATABASE_URL: "http://127.0.0.1:1", CATALOGD_START_WAIT_SECONDS: "0" });
  expect(said).toMatch(/^Cannot use the database server of CATALOGD_DATABASE_URL, http:\/\/127\.0\.0\.1:1: /);
  expect(said).toContain("Start it, or correct the URL");
});

test.each([
  [404, "Correct the URL: it must be that of a libSQL server"],
  [401, "Set CATALOGD_DATABASE_TOKEN to a token that it takes"],
])("a server that answers %d to everything is not waited for", async (status, remedy) => {
  const server = await answering(status);
  const said = await refusedStart({ CATALOGD_DATABASE_URL: `http://127.0.0.1:${server.port}` });
  server.close();
  expect(said).toContain(remedy);
});

test("a taken port says how to choose another one", async () => {
  const server = await answering(200);
  const said = await refusedStart({ CATALOGD_PORT: String(server.port) });
  server.close();
  expect(said).toStartWith(`Cannot listen on 127.0.0.1:${server.port}: `);
  expect(said).not.toContain(" Is ");
  expect(said).toContain("another port with --port (CATALOGD_PORT)");
});

test("a folder that cannot be made says how to choose another one", async () => {
  const said = await refusedStart({ CATALOGD_DATA_DIR: "/proc/none/data" });
  expect(said).toStartWith("Cannot make the data folder /proc/none/data: ");
  expect(said).toContain("Set another one with --data-dir (CATALOGD_DATA_DIR)");
});

test("a file in place of the data folder is named as one", async () => {
  const said = await refusedStart({ CATALOGD_DATA_DIR: "/etc/passwd" });
  expect(said).toStartWith("Cannot make the data folder /etc/passwd: ");
});
