/** One file that a browser loads. */
export interface ConsoleAsset {
  /** Where it is served; the page itself is `/`. */
  path: string;
  /** Its content type. */
  type: string;
  bytes: Uint8Array;
  /** Whether its name changes with its content, so that browsers keep it for good. */
  immutable: boolean;
}

/** Builds the console in memory: the page and its style sheet. Needs Bun. */
export async function buildConsole(): Promise<ConsoleAsset[]> {
  const style = "body { margin: 2rem; font: 16px system-ui, sans-serif; color-scheme: light dark; }\n";
  const styles = `/console/assets/console-${Bun.hash(style).toString(36)}.css`;
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>catalogd</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styles}">
<h1>catalogd</h1><p><a href="/docs">Documentation</a></p>
</html>
`;
  const encoder = new TextEncoder();
  return [
    { path: "/", type: "text/html; charset=utf-8", bytes: encoder.encode(page), immutable: false },
    { path: styles, type: "text/css; charset=utf-8", bytes: encoder.encode(style), immutable: true },
  ];
}
