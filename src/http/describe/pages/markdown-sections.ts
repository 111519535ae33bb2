import { anchorOf } from "./markdown.ts";

/** A heading of a Markdown text with what stands below it, up to the next heading of any level. */
export interface MarkdownSection {
  /** The anchor of its heading; a second one of the same name has a number. */
  key: string;
  /** The words of its heading. */
  heading: string;
  /** Its lines, the heading's first. */
  text: string;
}

const HEADING = /^#{1,4} (.*)$/;

/** The anchor of a heading, with a number when others before it have the same. */
function keyOf(heading: string, before: readonly MarkdownSection[]): string {
  const anchor = anchorOf(heading);
  const same = before.filter((section) => anchorOf(section.heading) === anchor).length;
  return same === 0 ? anchor : `${anchor}~${same + 1}`;
}

/** The sections of a Markdown text; a line of code that begins with `#` is no heading. */
export function splitSections(markdown: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  let isCode = false;
  for (const line of markdown.split(/(?<=\n)/)) {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    const [, heading] = isCode ? [] : (HEADING.exec(line.trimEnd()) ?? []);
    const last = sections.at(-1);
    if (heading !== undefined) sections.push({ key: keyOf(heading, sections), heading, text: line });
    else if (last) last.text += line;
  }
  return sections;
}
