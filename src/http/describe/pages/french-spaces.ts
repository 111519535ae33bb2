/** Code and tags, which stay, or a blank that no line may end at. */
const BLANKS = /<(pre|code)\b[\s\S]*?<\/\1>|<[^>]*>| (?=[:;!?»])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g;

/** French HTML in which no line begins with a colon or the second half of a number. */
export const withFrenchSpaces = (html: string): string =>
  html.replaceAll(BLANKS, (found) => (found === " " ? "&nbsp;" : found));
