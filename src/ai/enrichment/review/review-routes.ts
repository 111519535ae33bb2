import { Type } from "@sinclair/typebox";
import { countProposals, findProposal, listProposals, type Proposal } from "../../../../db/enrichment/proposals.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { flatPage, flatPageOf, pageOf } from "../../../http/input/page.ts";
import { required } from "../../../http/output/errors.ts";
import { ifMatch, withETag } from "../../../http/output/etag.ts";
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
import { currentOfProposal, decideOn, decideOnMany, proposalVersion } from "./review-proposals.ts";

const Params = Type.Object({ proposal_id: Type.String({ format: "uuid", description: "Id of the proposed value." }) });

async function bodiesOf(db: Reader, proposals: readonly Proposal[]) {
  const ids = [...new Set(proposals.map(({ productId }) => productId))];
  const names = new Map((await findRowsByIds(db, ids)).map(({ id, title }) => [id, title]));
  return proposals.map((each) => Proposals.of(each, names.get(each.productId) ?? null));
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
        const [body] = await bodiesOf(db, [proposal]);
        const current = (await currentOfProposal(db, proposal)) ?? null;
        const isEdited = digestOfValue(current) !== proposal.baseHash;
        const whole = { ...(body as NonNullable<typeof body>), current, is_edited: isEdited };
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
      async ({ db, write, params, body, headers, set }) => {
        const { value, overwrite = false } = body ?? {};
        const decided = {
          id: params.proposal_id,
          action: "accept" as const,
          value,
          overwrite,
          expected: ifMatch(headers),
        };
        const proposal = await write(decideOn, decided);
        const [shown] = await bodiesOf(db, [proposal]);
        return withETag({ headers: {}, set }, proposalVersion(proposal), shown as NonNullable<typeof shown>);
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
      async ({ db, write, params, headers, set }) => {
        const decided = {
          id: params.proposal_id,
          action: "reject" as const,
          overwrite: false,
          expected: ifMatch(headers),
        };
        const proposal = await write(decideOn, decided);
        const [shown] = await bodiesOf(db, [proposal]);
        return withETag({ headers: {}, set }, proposalVersion(proposal), shown as NonNullable<typeof shown>);
      },
      {
        policy: { ...EDIT, refusals: ["INVALID_STATE"] },
        params: Params,
        response: { 200: ProposalBody },
        detail: { operationId: "rejectProposal", summary: "Reject a value", description: "Its field stays as it is." },
      },
    );
