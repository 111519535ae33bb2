import { migrate } from "../migrate.ts";
import { type CommitCount, newCommitCount } from "./commit-count.ts";
import { openConnection } from "./connection.ts";
import { type GroupCommit, type GroupCommitOptions, groupCommit } from "./group-commit.ts";
import { makeIndexFile } from "./index-writer.ts";
import { lockInstance } from "./instance-lock.ts";

export interface Writer extends GroupCommit {
  commits: CommitCount;
  close(): void;
}

/** Opens the only writer of a database file: takes the lock, brings the schema up to date, then accepts mutations. */
export async function openWriter(path: string, options: Omit<GroupCommitOptions, "commits">): Promise<Writer> {
  const commits = newCommitCount();
  const unlock = lockInstance(path);
  const connection = openConnection(path, "writer");
  await migrate(connection);
  await makeIndexFile(path);
  return {
    ...groupCommit(connection, { ...options, commits }),
    commits,
    close: () => {
      connection.exec("pragma wal_checkpoint(truncate)");
      connection.close();
      unlock();
    },
  };
}
