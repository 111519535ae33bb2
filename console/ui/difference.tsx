/** A part of two texts, as the API compares them. */
interface DifferencePart {
  op: "same" | "removed" | "added";
  text: string;
}

/** A text without its tags; the end of a paragraph stays one. */
export const readable = (html: string): string =>
  html
    .replace(/<\/(p|li|h\d|ul|ol|div)>|<br\s*\/?>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ");

/** What changes between two texts, word by word. */
export const Difference = ({ parts }: { parts: DifferencePart[] }) => (
  <p class="difference">
    {parts.map(({ op, text }, index) => {
      const key = `${index} ${op}`;
      const shown = readable(text);
      // Only tags differ: there is nothing to see.
      if (shown.trim() === "" || op === "same") return <span key={key}>{op === "removed" ? "" : shown}</span>;
      return op === "added" ? <ins key={key}>{shown}</ins> : <del key={key}>{shown}</del>;
    })}
  </p>
);
