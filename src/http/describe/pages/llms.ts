import type { ServedDocument } from "./served-document.ts";
import { LISTED_DOCUMENTS, SERVED_DOCUMENTS } from "./served-documents.ts";

const line = ({ id, title, about }: ServedDocument) => `- [${title.en}](/docs/${id}.md): ${about.en}`;
const lineInFrench = ({ id, title, about }: ServedDocument) =>
  `- [${title.fr}](/docs/${id}.md?language=fr): ${about.fr}`;
const of = (readers: ServedDocument["readers"]) =>
  LISTED_DOCUMENTS.filter((each) => each.readers === readers).map(line);

/** `/llms.txt`: where programs that read find each page as Markdown. Source: https://llmstxt.org */
export function llmsText(origin: string): string {
  const ofPlatforms = SERVED_DOCUMENTS.filter(({ id }) => id.startsWith("connectors/"));
  const platforms = [...ofPlatforms.map(line), ...ofPlatforms.map(lineInFrench)];
  const text = `# catalogd

> Product information management in one self-hosted program: supplier files in, one catalog, shops, marketplaces, ERPs and
> partners out, over HTTP and JSON under \`/api/v1\`. An API key goes in the header \`X-API-Key\`.

## API

- [OpenAPI document](/api/v1/openapi.json): OpenAPI 3.1, every operation with an example that worked.
- [TypeScript client](/docs/client.ts): one file without dependencies, made for this version.
- [Errors](/docs/errors): every error code with its remedy, as JSON.

## For integrators

${of("integrators").join("\n")}

## For operators

${of("operators").join("\n")}

## En français

${LISTED_DOCUMENTS.map(lineInFrench).join("\n")}

## Optional

${platforms.join("\n")}
`;
  return text.replaceAll("](/", `](${origin}/`);
}
