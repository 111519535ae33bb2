import { type Static, Type } from "@sinclair/typebox";
import { countProposals, findProposal, listProposals, type Proposal } from "../../../../db/enrichment/proposals.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import type { BoundWrite } from "../../../http/gate/write/bound-write.ts";
import { flatPage, flatPageOf, pageOf } from "../../../http/input/page.ts";
import { required } from "../../../http/output/errors.ts";
import { type ETagContext, ifMatch, withETag } from "../../../http/output/etag.ts";
import { DecidedBody, decideMany, requireChoice } from "../../../kit/decide-many.ts";
import type { Services } from "../../../runtime/services.ts";
import { EDIT, VIEW } from "../../provider/policies.ts";
import { digestOfValue } from "../apply/decide-values.ts";
import {
  AcceptRequest,
  DecideRequest,
  filterOf,
  OneProposalBody,
  ProposalBody,
  Proposals,
  ReviewQuery,
} from "./review-body.ts";
import { currentOfProposal, type Decided, decideOn, decideOnMany, proposalVersion } from "./review-proposals.ts";

const Params = Type.Object({ proposal_id: Type.String({ format: "uuid", description: "Id of the proposed value." }) });

async function bodiesOf(db: Reader, proposals: readonly Proposal[]) {
  const ids = [...new Set(proposals.map(({ productId }) => productId))];
  const names = new Map((await findRowsByIds(db, ids)).map(({ id, title }) => [id, title]));
  return proposals.map((each) => Proposals.of(each, names.get(each.productId) ?? null));
}

async function bodyOf(db: Reader, proposal: Proposal) {
  const [body] = await bodiesOf(db, [proposal]);
  return body as NonNullable<typeof body>; // as many as were given
}

interface DecisionContext extends ETagContext {
  db: Reader;
  write: BoundWrite;
  params: Static<typeof Params>;
}

/** Decides on a value, and answers how it is then. */
async function answerDecided(
  { db, write, params, headers, set }: DecisionContext,
  decision: Omit<Decided, "id" | "expected">,
) {
  const decided = { ...decision, id: params.proposal_id, expected: ifMatch(headers) };
  const proposal = await write(decideOn, decided);
  return withETag({ headers: {}, set }, proposalVersion(proposal), await bodyOf(db, proposal));
}

const routes = (services: Services) => accessRoutes(services, "AI Enrichment", "/enrichment/review");

/** `/enrichment/review`: values that were made and wait for somebody. */
export const reviewRoutes = (services: Services) =>
  routes(services)
    .get(
      "",
      async ({ db, query }) => {
        const filter = filterOf(query);
        const page = pageOf(query);
        const found = await listProposals(db, filter, { limit: page.perPage, offset: page.offset, order: "desc" });
        return flatPage(await bodiesOf(db, found), await countProposals(db, filter), page);
      },
      {
        policy: VIEW,
        query: ReviewQuery,
        response: { 200: flatPageOf(ProposalBody) },
        detail: {
          operationId: "listProposals",
          summary: "List values that wait for a review",
          description:
            "Texts, attributes, categories and translations that were made and not stored, with their sources, what no source " +
            "says, and the difference. Newest first.",
        },
      },
    )
    .get(
      "/:proposal_id",
      async ({ db, params, headers, set }) => {
        const proposal = required(await findProposal(db, params.proposal_id), "ai_proposal", params.proposal_id);
        const current = (await currentOfProposal(db, proposal)) ?? null;
        const isEdited = digestOfValue(current) !== proposal.baseHash;
        const whole = { ...(await bodyOf(db, proposal)), current, is_edited: isEdited };
        return withETag({ headers, set }, proposalVersion(proposal), whole, `${digestOfValue(current)}`);
      },
      {
        policy: VIEW,
        params: Params,
        response: { 200: OneProposalBody },
        detail: {
          operationId: "getProposal",
          summary: "Get a value that waits for a review",
          description: "With what its field has now.",
        },
      },
    )
    .post(
      "/decide",
      async ({ db, write, body }) => {
        requireChoice(body);
        const { action, ids, filter, overwrite = false, limit } = body;
        const wanted = { ...filterOf(filter ?? {}), ids: ids?.map((id) => id.toLowerCase()) };
        const { decided, conflicts } = await decideMany(limit, ({ limit: rows, skip }) =>
          write(decideOnMany, { filter: wanted, action, overwrite, limit: rows, skip }),
        );
        return { done: decided.length, conflicts, waiting: await countProposals(db, wanted) };
      },
      {
        policy: { ...EDIT, narrows: true },
        body: DecideRequest,
        response: { 200: DecidedBody },
        detail: {
          operationId: "decideProposals",
          summary: "Accept or reject many values",
          description:
            "By ids, or by kind, field, language, reason and confidence. Each by itself: a conflict leaves the others.",
        },
      },
    )
    .post(
      "/:proposal_id/accept",
      ({ db, write, params, body, headers, set }) => {
        const { value, overwrite = false } = body ?? {};
        return answerDecided({ db, write, params, headers, set }, { action: "accept", value, overwrite });
      },
      {
        policy: { ...EDIT, refusals: ["INVALID_STATE", "EDITED_MEANWHILE", "PRODUCT_NOT_FOUND"] },
        params: Params,
        body: AcceptRequest,
        response: { 200: ProposalBody },
        detail: {
          operationId: "acceptProposal",
          summary: "Accept a value, as it is or edited",
          description:
            "Stores it with its product. A field that was edited since is a conflict, unless `overwrite` is true.",
        },
      },
    )
    .post(
      "/:proposal_id/reject",
      ({ db, write, params, headers, set }) =>
        answerDecided({ db, write, params, headers, set }, { action: "reject", overwrite: false }),
      {
        policy: { ...EDIT, refusals: ["INVALID_STATE"] },
        params: Params,
        response: { 200: ProposalBody },
        detail: { operationId: "rejectProposal", summary: "Reject a value", description: "Its field stays as it is." },
      },
    );
