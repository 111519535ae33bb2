import { Card } from "../ui/basics.tsx";
import { Facts } from "../ui/facts.tsx";
import { s } from "./setting-up-words.ts";

/** What a test of a shop answers. */
export interface Tested {
  success: boolean;
  message: string;
  warnings?: string[];
  price_tax?: "included" | "excluded";
  choices?: Partial<Record<"currencies" | "taxes" | "languages" | "locations" | "categories", Choice[]>>;
}
type Choice = { id: string; name: string };

const SHOWN = 20;

/** Their names, with the ids that settings take. */
const listed = (choices: Choice[]) =>
  choices
    .slice(0, SHOWN)
    .map(({ id, name }) => (id === name ? id : `${name} (${id})`))
    .join(", ") + (choices.length > SHOWN ? ` … (${choices.length})` : "");

/** What a test has found: what will be missing and what to do, and what the shop lets choose from in the settings. */
export function TestFound({ tested: { warnings = [], price_tax: tax, choices = {} } }: { tested: Tested }) {
  const lists = Object.entries(choices).filter(([, each]) => each.length > 0);
  if (warnings.length === 0 && lists.length === 0 && tax === undefined) return null;
  return (
    <Card title={s("tested")}>
      {warnings.map((warning) => (
        <p key={warning} class="note bad">
          <span>{warning}</span>
        </p>
      ))}
      <Facts
        facts={[
          ...(tax === undefined ? [] : [[s("pricesThere"), s.say("tax", tax)] as [string, string]]),
          ...lists.map(([name, each]): [string, string] => [s.say("choices", name), listed(each)]),
        ]}
      />
    </Card>
  );
}
