const MARKED = /<!-- run against a service -->\n```sh\n([\s\S]*?)```/g;

/** The commands of each block of the integrators' guide that is marked to be run, in the order of the guide. */
export async function runAgainstService(): Promise<string[]> {
  const guide = await Bun.file("docs/integrators-guide.md").text();
  return [...guide.matchAll(MARKED)].map(([, commands = ""]) => commands);
}
