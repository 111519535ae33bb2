import { type Static, Type } from "@sinclair/typebox";
import {
  PROPOSAL_KINDS,
  PROPOSAL_REASONS,
  PROPOSAL_STATES,
  type Proposal,
  type ProposalFilter,
} from "../../../../db/enrichment/proposals.ts";
import { orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { pageQuery } from "../../../http/input/page.ts";
import { choiceOf } from "../../../kit/decide-many.ts";
import { view } from "../../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../../text/instant.ts";
import { wordDifference } from "../../../text/word-difference.ts";
import { valueText } from "../facts/catalog-facts.ts";
import { FlagBody, SentenceBody } from "../metadata.ts";

const { cursor: _, skip: __, limit: ___, ...PageFields } = pageQuery().properties;
const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));
const uuid = (description: string) => Type.Optional(Type.String({ format: "uuid", description }));
const FilterFields = {
  kind: Type.Optional(oneOf(PROPOSAL_KINDS)),
  reason: Type.Optional(oneOf(PROPOSAL_REASONS)),
  field: Type.Optional(Type.String({ maxLength: 200, description: "`description`, `attributes.Colour`, …" })),
  language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
  product_id: uuid("Only of this product."),
  entity_id: uuid("Only texts of this entity."),
  batch_id: uuid("Only what this batch has made."),
  min_confidence: share("At least so sure."),
  max_confidence: share("At most so sure."),
};

export const ReviewQuery = Type.Object({
  ...PageFields,
  state: Type.Optional(oneOf(PROPOSAL_STATES, { description: "Default waiting." })),
  ...FilterFields,
});
const Overwrite = Type.Optional(
  Type.Boolean({ description: "Also over what was edited since the value was made. Default false: a conflict." }),
);
export const DecideRequest = Type.Object({
  action: oneOf(["accept", "reject"] as const),
  ...choiceOf(FilterFields),
  overwrite: Overwrite,
});
export const AcceptRequest = Type.Optional(
  Type.Object({
    value: Type.Optional(
      Type.Unknown({
        description: "In place of the proposed value: a person's words from then on.",
        examples: ["Bleu nuit"],
      }),
    ),
    overwrite: Overwrite,
  }),
);

const DifferenceBody = Type.Array(
  Type.Object({ op: oneOf(["same", "removed", "added"] as const), text: Type.String() }, { title: "DifferencePart" }),
  { description: "From what the field had to the proposed value, word by word." },
);
const textOf = (value: unknown): string => (typeof value === "string" ? value : valueText(value));

/** A proposal, with the name of its product, as the API shows it. */
export const Proposals = view<Proposal, [productName: string | null]>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  product_name: [orNull(Type.String()), (_, productName) => productName],
  entity_id: [orNull(Uuid), ({ entityId }) => entityId || null],
  configuration_id: [orNull(Uuid), ({ configurationId }) => configurationId || null],
  language: [Type.String(), "language"],
  kind: [oneOf(PROPOSAL_KINDS), "kind"],
  field: [Type.String(), "field"],
  value: [Type.Unknown(), "value"],
  previous: [
    Type.Unknown({ description: "What the field had when the value was made." }),
    ({ previous }) => previous ?? null,
  ],
  difference: [DifferenceBody, ({ previous, value }) => wordDifference(textOf(previous), textOf(value))],
  confidence: [Type.Number(), "confidence"],
  reason: [oneOf(PROPOSAL_REASONS), "reason"],
  // Written by a run.
  flags: [Type.Array(FlagBody), ({ flags }) => flags as Static<typeof FlagBody>[]],
  sentences: [Type.Array(SentenceBody), ({ sentences }) => sentences as Static<typeof SentenceBody>[]],
  provider: [Type.String(), "provider"],
  model: [Type.String(), "model"],
  prompt_slug: [orNull(Type.String()), "promptSlug"],
  prompt_version: [orNull(Type.String()), "promptVersion"],
  batch_id: [orNull(Uuid), "batchId"],
  state: [oneOf(PROPOSAL_STATES), "state"],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  decided_at: [orNull(Time), ({ decidedAtMs }) => isoOrNull(decidedAtMs)],
});
export const ProposalBody = Proposals.expanding({ product: "product", entity: "entity" });
export const OneProposalBody = Type.Object({
  ...ProposalBody.properties,
  current: Type.Unknown({ description: "What the field has now." }),
  is_edited: Type.Boolean({ description: "The field was changed since: to accept the value is a conflict." }),
});

type Given = Static<typeof ReviewQuery>;

/** What a request selects. */
export const filterOf = ({ state = "waiting", ...given }: Omit<Given, keyof typeof PageFields>): ProposalFilter => ({
  state,
  kind: given.kind,
  reason: given.reason,
  field: given.field,
  language: given.language,
  productId: given.product_id?.toLowerCase(),
  entityId: given.entity_id?.toLowerCase(),
  batchId: given.batch_id?.toLowerCase(),
  minConfidence: given.min_confidence,
  maxConfidence: given.max_confidence,
});
