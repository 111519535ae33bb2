import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { lockInstance } from "../../db/local/instance-lock.ts";
import { trimLog } from "../../db/local/trim-log.ts";
import { temporaryFolder } from "../cleanup.ts";

test("a reader's connection cannot write", () => {
  const path = join(temporaryFolder(), "reader.db");
  openConnection(path, "writer").exec("create table note (text text)");
  const reader = openConnection(path, "reader");
  expect(() => reader.run("insert into note (text) values ('x')", {})).toThrow("readonly");
});

test("a read of one row of many holds no lock that keeps the log from being copied", () => {
  const path = join(temporaryFolder(), "row.db");
  const writer = openConnection(path, "writer");
  writer.exec("create table note (text text); insert into note values ('a'), ('b'), ('c')");
  const reader = openConnection(path, "reader");
  const copied = () => {
    writer.run("insert into note (text) values ('x')", {});
    return writer.row("pragma wal_checkpoint(truncate)", {})?.["busy"] === 0;
  };

  expect(reader.row("select text from note", {})).toEqual({ text: "a" });
  expect(copied()).toBe(true);
  expect(reader.row("select count(*) as notes from note", {})).toEqual({ notes: 4 });
  expect(reader.row("select text from note where text = 'none'", {})).toBeUndefined();

  // What does hold one.
  writer.exec("pragma busy_timeout = 0");
  reader.exec("begin");
  reader.row("select text from note", {});
  expect(copied()).toBe(false);
});

test("a log that has grown beside a long read is cut back when writing goes on", () => {
  const path = join(temporaryFolder(), "peak.db");
  const writer = openConnection(path, "writer");
  const logBytes = () => statSync(`${path}-wal`).size;
  const insert = () => writer.run("insert into note (text) values (:text)", { text: "x".repeat(1_000_000) });
  writer.exec("create table note (text text)");
  insert();
  const reader = openConnection(path, "reader");
  reader.exec("begin");
  reader.row("select count(*) as notes from note", {});
  for (let row = 0; row < 60; row++) insert();
  expect(logBytes()).toBeGreaterThan(60_000_000);

  reader.exec("rollback");
  for (let row = 0; row < 20; row++) insert();
  expect(logBytes()).toBeLessThanOrEqual(33_554_432);
});

test("a log that has grown beside a long read is cut back when no one writes, once the read has ended", () => {
  const path = join(temporaryFolder(), "rest.db");
  const writer = openConnection(path, "writer");
  const logBytes = () => statSync(`${path}-wal`).size;
  writer.exec("create table note (text text)");
  const reader = openConnection(path, "reader");
  reader.exec("begin");
  reader.row("select count(*) as notes from note", {});
  for (let row = 0; row < 110; row++) {
    writer.run("insert into note (text) values (:text)", { text: "x".repeat(1_000_000) });
  }
  const beganMs = performance.now();
  expect(trimLog(writer)).toBe(false);
  expect(performance.now() - beganMs).toBeLessThan(4_000); // It waits for no read.
  expect(logBytes()).toBeGreaterThan(110_000_000);

  reader.exec("rollback");
  writer.exec("begin immediate");
  expect(trimLog(writer)).toBe(false);
  writer.exec("rollback");
  expect([trimLog(writer), logBytes()]).toEqual([true, 0]);
  expect(reader.row("select count(*) as notes from note", {})).toEqual({ notes: 110 });
});

test("a database is locked for one process", () => {
  const path = join(temporaryFolder(), "locked.db");
  const unlock = lockInstance(path);
  expect(() => lockInstance(path)).toThrow("Another process is running");
  unlock();
  lockInstance(path)();
});
