import type { ConsoleFile } from "./console-file.ts";

/** The console inside the binary. `build.ts` puts it in; the sources build it when somebody opens it. */
export const EMBEDDED_CONSOLE: readonly ConsoleFile[] = [];
