import type { ComponentChildren } from "preact";

/** Words between backticks stand as code, a link as one. */
function spans(line: string): ComponentChildren[] {
  return line.split(/(`[^`]+`|\[[^\]]+\]\(https?:\/\/[^)\s]+\))/).map((part, index) => {
    const key = `${index} ${part}`;
    const [, name, url] = /^\[([^\]]+)\]\((https?:[^)]+)\)$/.exec(part) ?? [];
    if (url !== undefined)
      return (
        <a key={key} href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      );
    if (part.length > 2 && part.startsWith("`"))
      return (
        <code key={key} class="mono">
          {part.slice(1, -1)}
        </code>
      );
    return part;
  });
}

/** A guide of the API: headings, paragraphs, and what stands in lists or numbered steps. */
export const Guide = ({ content }: { content: string }) => (
  <div class="guide">
    {content
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("# "))
      .map((line, index) => {
        const key = `${index} ${line}`;
        if (line.startsWith("#")) return <h3 key={key}>{line.replace(/^#+ /, "")}</h3>;
        return (
          <p key={key} class={/^\s*([-*]|\d+\.) /.test(line) ? "step" : undefined}>
            {spans(line.replace(/^\s*[-*] /, "• "))}
          </p>
        );
      })}
  </div>
);
