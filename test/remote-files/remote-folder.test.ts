import { expect, test } from "bun:test";
import { openFtpFolder } from "../../src/remote-files/ftp.ts";
import { isFolder } from "../../src/remote-files/remote-folder.ts";
import { openSftpFolder } from "../../src/remote-files/sftp.ts";
import { openWebdavFolder } from "../../src/remote-files/webdav.ts";
import { testOutbound } from "../outbound/names.ts";
import { PASSWORD, startFtp, startSftp, startWebdav, USER } from "./file-servers.ts";
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

test("S36.1 a folder names no step up and no end of a command", () => {
  expect(["", "/", "a/b", "Été"].map(isFolder)).toEqual([true, true, true, true]);
  expect(["..", "a/../b", "a\\..\\b", "a\r\nDELE b", "a\0"].map(isFolder)).toEqual(Array(5).fill(false));
});
