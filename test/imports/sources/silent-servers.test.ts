import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { emailSource, ftpSource, sftpSource, urlSource } from "../../../src/imports/sources/bodies.ts";
import { takeFile } from "../../../src/imports/sources/take-file.ts";
import { testOutbound } from "../../outbound/names.ts";
import { freePort } from "../../servers/process.ts";

const HOST = "receiver.test";
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
});
const port = await freePort();
await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const login = { host: HOST, port, username: "u", password: "p" };
const SOURCES = [
  urlSource({ url: `http://${HOST}:${port}/list.csv` }),
  ftpSource(login),
  ftpSource({ ...login, security: "implicit" }),
  sftpSource(login),
  emailSource({ imap_host: HOST, imap_port: port, security: "none", email: "u", password: "p" }),
];

test.each(SOURCES.map((source) => [source.type, source] as const))(
  "a %s server that says nothing is given up",
  async (_, source) => {
    const taking = {
      chosen: () => Promise.reject(new Error("nothing was chosen")),
      store: () => Promise.reject(new Error("nothing came")),
      accept: () => Promise.reject(new Error("nothing is kept")),
    };
    const context = { outbound: testOutbound(), config: {}, pause: async () => undefined, silenceMs: 100 };
    const error: unknown = await takeFile(source, { password: "p" }, context, taking).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(?:unreachable|timeout)$/) });
  },
);
