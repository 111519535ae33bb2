import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Pending, Refused } from "../ui/basics.tsx";
import { Drawer } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { type Field, fieldNamed, fieldsOf } from "../ui/schema.ts";
import { Select } from "../ui/select.tsx";
import { c } from "../words/common.ts";
import type { Connector, Platform } from "./connector.ts";
import { w } from "./words.ts";

const NAME = fieldNamed("name", { type: "string" }, { isRequired: true });

/** What a platform asks for: secrets are not shown while they are entered. */
function asked({ config_schema: schema = {} }: Platform): Field[] {
  return fieldsOf(schema, {}).map((field) => {
    const isSecret = Object(schema.properties?.[field.name])["secret"] === true;
    return isSecret ? { ...field, kind: "password" as const } : field;
  });
}

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
const Guide = ({ content }: { content: string }) => (
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

function Ask({ platform, onMade }: { platform: Platform; onMade: (made: Connector) => void }) {
  const whole = useGet<Platform>(`/connectors/platforms/${platform.id}`);
  const guide = useGet<{ content: string }>(`/connectors/platforms/${platform.id}/guide`);
  if (whole.refusal || !whole.value) return <Pending of={whole} />;
  return (
    <>
      <details class="details" open>
        <summary>{w("guide")}</summary>
        {guide.value && <Guide content={guide.value.content} />}
      </details>
      <Form
        fields={[{ ...NAME, label: c("name") }, ...asked(whole.value)]}
        value={{ name: platform.name }}
        isNew
        submit={w("add")}
        onSubmit={async ({ name, ...credentials }) => {
          const body = { platform_id: platform.id, name, credentials };
          const answer = await api.post<Connector>("/connectors", { body });
          if (!answer.ok) {
            // What is wrong with a credential stands beside its field.
            const fields = answer.refusal.fields.map((problem) => ({
              ...problem,
              field: problem.field.replace(/^credentials[./]/, ""),
            }));
            return { ...answer.refusal, fields };
          }
          onMade(answer.value);
          return undefined;
        }}
      />
    </>
  );
}

/** Connects a shop: its platform first, then what this platform asks for, with the way to get it. */
export function NewShop({ onClose, onMade }: { onClose: () => void; onMade: (made: Connector) => void }) {
  const platforms = useGet<Platform[]>("/connectors/platforms");
  const [chosen, setChosen] = useState("");
  const platform = platforms.value?.find(({ id }) => id === chosen);
  return (
    <Drawer title={w("add")} onClose={onClose}>
      <Refused refusal={platforms.refusal} onRetry={platforms.reload} />
      <Select
        label={w("platform")}
        value={chosen}
        onValue={setChosen}
        choices={[["", "–"], ...(platforms.value ?? []).map(({ id, name }): [string, string] => [id, name])]}
      />
      {platform && <p class="soft">{platform.description}</p>}
      {platform && <Ask key={platform.id} platform={platform} onMade={onMade} />}
    </Drawer>
  );
}
