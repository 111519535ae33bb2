/** The machines a binary is made for, and the packages of each: Bun, and the native addons of libSQL and of the pictures. */
export const MACHINES = {
  "bun-linux-x64": { runtime: "@oven/bun-linux-x64", libsql: "@libsql/linux-x64-gnu", image: "@napi-rs/image-linux-x64-gnu" },
  "bun-linux-x64-musl": { runtime: "@oven/bun-linux-x64-musl", libsql: "@libsql/linux-x64-musl", image: "@napi-rs/image-linux-x64-musl" },
  "bun-linux-arm64": { runtime: "@oven/bun-linux-aarch64", libsql: "@libsql/linux-arm64-gnu", image: "@napi-rs/image-linux-arm64-gnu" },
  "bun-darwin-arm64": { runtime: "@oven/bun-darwin-aarch64", libsql: "@libsql/darwin-arm64", image: "@napi-rs/image-darwin-arm64" },
  "bun-windows-x64": { runtime: "@oven/bun-windows-x64", libsql: "@libsql/win32-x64-msvc", image: "@napi-rs/image-win32-x64-msvc" },
} as const;
export type Target = keyof typeof MACHINES;

export const isTarget = (value: string): value is Target => Object.hasOwn(MACHINES, value);
