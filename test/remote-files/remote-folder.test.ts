import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openFtpFolder } from "../../src/remote-files/ftp.ts";
import { isFolder, type RemoteFolder, textFile } from "../../src/remote-files/remote-folder.ts";
import { openSftpFolder } from "../../src/remote-files/sftp.ts";
import { openWebdavFolder } from "../../src/remote-files/webdav.ts";
import { testOutbound } from "../outbound/names.ts";
import { type FileServer, PASSWORD, readText, startFtp, startSftp, startWebdav, USER } from "./file-servers.ts";

const outbound = testOutbound();
interface Given {
  password?: string;
  folder?: string;
}
interface Kind {
  name: string;
  start(): Promise<FileServer>;
  open(port: number, given: Given): Promise<RemoteFolder>;
}
// A name that leads to this machine: connections go to the address that was checked.
const HOST = "r1.receiver.test";
const KINDS: Kind[] = [
  {
    name: "FTP",
    start: startFtp,
    open: (port, { password = PASSWORD, folder = "" }) =>
      openFtpFolder({ host: HOST, port, username: USER, password, secure: false, folder }, outbound),
  },
  {
    name: "SFTP",
    start: startSftp,
    open: (port, { password = PASSWORD, folder = "" }) =>
      openSftpFolder({ host: HOST, port, username: USER, password, folder }, outbound),
  },
  {
    name: "WebDAV",
    start: startWebdav,
    open: async (port, { password = PASSWORD, folder = "" }) =>
      openWebdavFolder({ base_url: `http://${HOST}:${port}/`, username: USER, password, folder }, outbound),
  },
];

describe.each(KINDS)("a folder over $name", ({ start, open }) => {
  let server: FileServer;
  const opened: RemoteFolder[] = [];
  const folderOf = async (given: Given = {}) => {
    const folder = await open(server.port, given);
    opened.push(folder);
    return folder;
  };
  beforeAll(async () => {
    server = await start();
    mkdirSync(join(server.folder, "Où ça"));
  });
  afterAll(async () => {
    for (const folder of opened) await folder.close();
    await server.stop();
  });

  test("stores a file whole, in place of one of its name, and leaves nothing beside it", async () => {
    const folder = await folderOf({ folder: "/Où ça/" });
    await folder.put("a.json", textFile("first"), "m");
    const path = await folder.put("a.json", textFile("second é"), "m");
    expect(path).toEndWith("Où ça/a.json");
    expect(readText(server, "Où ça/a.json")).toBe("second é");
    expect(readdirSync(join(server.folder, "Où ça"))).toEqual(["a.json"]);
    await folder.remove("a.json");
    expect(readdirSync(join(server.folder, "Où ça"))).toEqual([]);
  });

  test("says that the password is wrong", async () => {
    const refused = folderOf({ password: "wrong" }).then((folder) => folder.put("a.json", textFile("a"), "m"));
    await expect(refused).rejects.toMatchObject({ name: "RemoteError", reason: "credentials" });
  });

  test("says that there is no such folder", async () => {
    const folder = await folderOf({ folder: "nowhere" });
    await expect(folder.put("a.json", textFile("a"), "m")).rejects.toMatchObject({ reason: "folder" });
  });

  test("says that nobody is there", async () => {
    const refused = open(1, {}).then((folder) => folder.put("a.json", textFile("a"), "m"));
    await expect(refused).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("passes on what breaks the source, and leaves no file of that name", async () => {
    const folder = await folderOf();
    const broken = {
      sizeBytes: 10,
      open: async function* () {
        yield new TextEncoder().encode("half");
        throw new Error("the disk broke");
      },
    };
    await expect(folder.put("broken.json", broken, "m")).rejects.toThrow();
    expect(readdirSync(server.folder).filter((name) => name === "broken.json")).toEqual([]);
  });
});

test("S36.1 a folder names no step up and no end of a command", () => {
  expect(["", "/", "a/b", "Été"].map(isFolder)).toEqual([true, true, true, true]);
  expect(["..", "a/../b", "a\\..\\b", "a\r\nDELE b", "a\0"].map(isFolder)).toEqual(Array(5).fill(false));
});
