import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type RemoteFolder, textFile } from "../../src/remote-files/remote-folder.ts";
import { type FileServer, readText } from "./file-servers.ts";

export interface Given {
  password?: string;
  folder?: string;
}
/** A kind of server that files are sent to, and how its folders are opened. */
export interface FolderKind<S extends FileServer = FileServer> {
  name: string;
  start(): Promise<S>;
  open(server: S, given: Given): Promise<RemoteFolder>;
}

const PIECE_BYTES = 50_000;

/** What must hold of a folder over any protocol, on any server. */
export function describeFolders(kinds: readonly FolderKind[]): void {
  describe.each(kinds)("a folder over $name", ({ start, open }) => {
    let server: FileServer;
    const opened: RemoteFolder[] = [];
    const folderOf = async (given: Given = {}) => {
      const folder = await open(server, given);
      opened.push(folder);
      return folder;
    };
    beforeAll(async () => {
      server = await start();
      mkdirSync(join(server.folder, "Où ça"));
      // For any server.
      chmodSync(join(server.folder, "Où ça"), 0o777);
    });
    afterAll(async () => {
      for (const folder of opened) await folder.close();
      await server.stop();
    });

    test("stores a file whole, in place of one of its name, and leaves nothing beside it", async () => {
      const folder = await folderOf({ folder: "Où ça/" });
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

    test("says that the folder does not exist", async () => {
      const folder = await folderOf({ folder: "nowhere" });
      await expect(folder.put("a.json", textFile("a"), "m")).rejects.toMatchObject({ reason: "folder" });
    });

    test("says that no server answers", async () => {
      const refused = open({ ...server, port: 1 }, {}).then((folder) => folder.put("a.json", textFile("a"), "m"));
      await expect(refused).rejects.toMatchObject({ reason: "unreachable" });
    });

    test.each([1, 100])(
      "passes on what breaks the source after %j pieces, and leaves no file of that name",
      async (pieces) => {
        const folder = await folderOf();
        const broken = {
          sizeBytes: PIECE_BYTES * (pieces + 1),
          open: async function* () {
            for (let piece = 0; piece < pieces; piece++) yield new Uint8Array(PIECE_BYTES);
            throw new Error("the disk broke");
          },
        };
        await expect(folder.put("broken.json", broken, "m")).rejects.toThrow();
        expect(readdirSync(server.folder).filter((name) => name === "broken.json")).toEqual([]);
      },
    );
  });
}
