import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { digestOf } from "../each.ts";
import { type BulkAnswers, type BulkMutation, carryOut } from "./shopify-bulk.ts";
import { isSpoken, languages, translationsOf, untranslated } from "./shopify-languages.ts";
import { remarked } from "./shopify-outcome.ts";
import { variantChange } from "./shopify-product.ts";
import { publicationsOf } from "./shopify-publish.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/bulkOperationRunMutation
const VARIANTS = (name: string) => `mutation ${name}($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { field message code } } }`;
const PUBLISH = (name: string) => `mutation ${name}($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } } }`;
const TRANSLATE = (name: string) => `mutation ${name}($id: ID!, $translations: [TranslationInput!]!) {
  translationsRegister(resourceId: $id, translations: $translations) { userErrors { field message } } }`;

export const SILENT = "Shopify said nothing of it";

/** What became of a line. */
export interface Made {
  outcome: PushOutcome;
  /** The product was there before: it has kept its variant. */
  wasThere: boolean;
}
type Ended = BulkAnswers<Made>;

export function refusedBy(answer: unknown): string | undefined {
  const [error] = listOf(member(answer, "errors"));
  return error === undefined ? undefined : (textOf(member(error, "message")) ?? "refused");
}

/** A further operation of some lines. */
interface Work extends Pick<BulkMutation<string | undefined>, "content" | "mutation" | "lines"> {
  /** The lines that it is of, in its order. */
  of: readonly number[];
  /** What became of a line that it has refused. */
  refused: (outcome: PushOutcome, why: string) => PushOutcome;
}
type Step = (api: Api, items: readonly PushItem[], ended: Ended) => Promise<Work | Ended | undefined>;

/** The products that were stored, in the order of their lines: an operation may answer in another one. */
const storedIn = ({ lines }: Ended, items: readonly PushItem[]) =>
  [...lines]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([line, { outcome, wasThere }]) => {
      const item = items[line];
      return !item || "error" in outcome ? [] : [{ line, id: outcome.externalId, outcome, item, wasThere }];
    });

/** Changes the one variant of the products that were there. */
const changeVariants: Step = async (_, items, ended) => {
  const there = storedIn(ended, items)
    .filter(({ wasThere, item }) => wasThere && !isVaried(item))
    .map(({ line, id, item, outcome }) => {
      const { externalItemId = null } = outcome;
      return { line, productId: id, variants: [variantChange({ ...item, externalItemId })] };
    });
  if (there.length === 0) return undefined;
  return {
    content: [digestOf(items), there],
    mutation: VARIANTS,
    lines: async () => there.map(({ line: _line, ...variables }) => variables),
    of: there.map(({ line }) => line),
    refused: ({ productId }, error) => ({ productId, error }),
  };
};

/** Publishes the products that were made. */
const publishNew: Step = async (api, items, ended) => {
  const made = storedIn(ended, items).filter(({ wasThere }) => !wasThere);
  const input = made.length === 0 ? [] : await publicationsOf(api);
  if (typeof input === "string") return withSaid(ended, new Map(made.map(({ line }) => [line, input])));
  if (input.length === 0) return undefined;
  return {
    content: [digestOf(items), "published"],
    mutation: PUBLISH,
    lines: async () => made.map(({ id }) => ({ id, input })),
    of: made.map(({ line }) => line),
    refused: (outcome, why) => remarked(outcome, [`It was not published: ${why}`]),
  };
};

/** Sends the texts in the further languages of the shop. */
const translate: Step = async (api, items, ended) => {
  const spoken = storedIn(ended, items).filter(({ item }) => isSpoken(item));
  if (spoken.length === 0 || (await languages(api)).length === 0) return undefined;
  return {
    content: [digestOf(items), "translated"],
    mutation: TRANSLATE,
    lines: async () => {
      const found = new Map((await translationsOf(api, spoken)).map((each) => [each.id, each.translations]));
      return spoken.map(({ id }) => ({ id, translations: found.get(id) ?? [] }));
    },
    of: spoken.map(({ line }) => line),
    refused: (outcome, why) => remarked(outcome, [untranslated(why)]),
  };
};

/** The answers with what is said of some lines. */
function withSaid(ended: Ended, said: ReadonlyMap<number, string>): Ended {
  const lines = [...ended.lines].map(([line, made]): [number, Made] => [
    line,
    said.has(line) ? { ...made, outcome: remarked(made.outcome, [said.get(line)]) } : made,
  ]);
  return { ...ended, lines: new Map(lines) };
}

/** The answers once an operation of some lines has ended. */
function after(
  ended: Ended,
  { of, refused }: Work,
  { lines: answers, problem }: BulkAnswers<string | undefined>,
): Ended {
  const lines = new Map(ended.lines);
  for (const [place, line] of of.entries()) {
    const made = lines.get(line);
    const why = answers.has(place) ? answers.get(place) : (problem ?? SILENT);
    if (made && why !== undefined) lines.set(line, { ...made, outcome: refused(made.outcome, why) });
  }
  return { ...ended, lines };
}

const errorIn = (answer: unknown): string | undefined => {
  const [said] = Object.values(Object(member(answer, "data")));
  const [error] = listOf(member(said, "userErrors"));
  return refusedBy(answer) ?? (error === undefined ? undefined : (textOf(member(error, "message")) ?? "refused"));
};

/** Does what follows the products, one operation after the other: until all is done, none of them is begun again. */
export async function followUp(
  api: Api,
  items: readonly PushItem[],
  ended: Ended,
  [step, ...rest]: readonly Step[] = [changeVariants, publishNew, translate],
): Promise<Ended> {
  if (!step) return ended;
  const work = await step(api, items, ended);
  if (work === undefined || !("of" in work)) return followUp(api, items, work ?? ended, rest);
  let done = ended;
  await carryOut(api, {
    ...work,
    read: errorIn,
    after: async (answers) => {
      done = await followUp(api, items, after(ended, work, answers), rest);
      return answers;
    },
  });
  return done;
}
