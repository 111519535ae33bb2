import { fieldWord } from "../words/fields.ts";
import type { Proposal, Source } from "./proposal.ts";
import { w } from "./words.ts";

function Name({ source }: { source: Source }) {
  if (source.kind === "fact") return <>{w("fact", { field: fieldWord(source), value: source.value })}</>;
  const { title, page, url } = source;
  const name = page === null ? title : w("passage", { title, page });
  if (url === null) return <>{name}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

/** Each sentence with what it is founded on: fields of the product, a page of a document, a web page. */
export function Sources({ sentences }: { sentences: Proposal["sentences"] }) {
  const founded = sentences.filter(({ sources }) => sources.length > 0);
  return (
    <>
      <h3>{w("sources")}</h3>
      {founded.length === 0 && <p class="soft">{w("noSources")}</p>}
      <ul class="feed">
        {founded.map(({ text, sources }) => (
          <li key={text}>
            <div>
              <p>{text}</p>
              {sources.map((source, index) => (
                <p class="soft" key={`${source.kind} ${index}`}>
                  <Name source={source} />
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
