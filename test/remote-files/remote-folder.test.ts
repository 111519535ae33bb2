import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openFtpFolder } from "../../src/remote-files/ftp.ts";
import { isFolder, textFile } from "../../src/remote-files/remote-folder.ts";
import { openSftpFolder } from "../../src/remote-files/sftp.ts";
import { openWebdavFolder } from "../../src/remote-files/webdav.ts";
import { testOutbound } from "../outbound/names.ts";
import { startRelay } from "../servers/relay.ts";
import { PASSWORD, readText, startFtp, startSftp, startWebdav, USER } from "./file-servers.ts";
import { describeFolders, type FolderKind } from "./folder-cases.ts";

const outbound = testOutbound();
// A name that leads to this machine: connections go to the address that was checked.
const HOST = "r1.receiver.test";
const KINDS: FolderKind[] = [
  {
    name: "FTP",
    start: startFtp,
    open: ({ port }, { password = PASSWORD, folder = "" }) =>
      openFtpFolder({ host: HOST, port, username: USER, password, secure: false, folder }, outbound),
  },
  {
    name: "SFTP",
    start: startSftp,
    open: ({ port }, { password = PASSWORD, folder = "" }) =>
      openSftpFolder({ host: HOST, port, username: USER, password, folder }, outbound),
  },
  {
    name: "WebDAV",
    start: startWebdav,
    open: async ({ port }, { password = PASSWORD, folder = "" }) =>
      openWebdavFolder({ base_url: `http://${HOST}:${port}/`, username: USER, password, folder }, outbound),
  },
];

describeFolders(KINDS);

const LARGE = 1_000_000;
const letters = (letter: string) => textFile(letter.repeat(LARGE));

test.each(KINDS.slice(0, 2))(
  "over $name what an earlier run has sent and the line brings late changes nothing",
  async ({ start, open }) => {
    const server = await start();
    const relay = await startRelay(server.port);
    const first = await open({ ...server, port: relay.port }, {});
    const isHeld = relay.holdAfter(LARGE / 4);
    void first.put("a.json", letters("a"), "m").catch(() => undefined);
    await isHeld;
    await first.close();
    const second = await open(server, {});
    await second.put("a.json", letters("b"), "m");

    await relay.endHeld("arrives");

    expect(readText(server, "a.json") === "b".repeat(LARGE)).toBe(true);
    expect(readdirSync(server.folder)).toEqual(["a.json"]);
    await second.close();
    await relay.stop();
    await server.stop();
  },
);

test("S36.1 a folder names no step up and no end of a command", () => {
  expect(["", "/", "a/b", "Été"].map(isFolder)).toEqual([true, true, true, true]);
  expect(["..", "a/../b", "a\\..\\b", "a\r\nDELE b", "a\0"].map(isFolder)).toEqual(Array(5).fill(false));
});
