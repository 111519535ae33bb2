import { expect, test } from "bun:test";
import { signInvitation } from "../../src/identity/auth/accounts/invitations.ts";
import { inviteUser } from "../../src/identity/users/invite-user.ts";
import { addProducts } from "../add-products.ts";
import { services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { named, OPERATIONS, type Operation } from "./operations.ts";
import { type Answer, call, requestOf, rightsOf, type SeededTenant, seededTenant, sendRaw } from "./world.ts";

const seeded = await seededTenant("qzlocateqz");
const [productId = ""] = await services.write(addProducts, seeded.id, [{ title: "Nothing is said of it yet" }]);
/** A tenant whose product has nothing yet of what is added to it. */
const tenant: SeededTenant = { ...seeded, ids: { ...seeded.ids, product_id: productId } };

/** The answer of the route has no token, as the tenant has a mail server. */
const invite = async () => {
  const invitation = {
    tenantId: seeded.id,
    email: `${services.newId()}@example.com`,
    role: "viewer",
    language: "en",
  } as const;
  return services.write(inviteUser, seeded.id, await signInvitation(services, invitation));
};
/** A GIF of one pixel. */
const PIXEL = "GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;";

/** Bodies of what is not there yet, where the least that a schema asks for is there, or is not enough. */
const BODIES: Record<string, () => Promise<unknown> | unknown> = {
  addComplianceDocument: () => ({ file: "%PDF-1.4\n%%EOF\n" }),
  uploadMedia: () => ({ file: PIXEL }),
  createProduct: () => ({ name: "New" }),
  createVariant: () => ({ sku: "NEW-1" }),
  createVariants: () => ({ variants: [{ sku: "NEW-2" }] }),
  createRelation: () => ({ related_product_id: seeded.ids["product_id"], relationship_type: "accessory" }),
  addProductSupplier: () => ({ supplier_id: seeded.ids["supplier_id"] }),
  createPriceAlert: () => ({ product_id: seeded.ids["product_id"], alert_type: "below", threshold: 5 }),
  inviteUser: () => ({ email: `${services.newId()}@example.com`, role: "viewer" }),
  createEanAsinMapping: () => ({ ean: newEan(), asin: "B000000042" }),
  upsertExtProduct: () => ({ ean: newEan(), name: "New" }),
  register: async () => {
    const { token } = await invite();
    return { token, password: "a long enough passw0rd!", first_name: "A", last_name: "B", gdpr_consent: true };
  },
};

/** Operations whose 201 names nothing, each with the reason. */
const WITHOUT: Record<string, string> = {
  createSubscription: "there is no tenant until somebody registers with the invitation",
};

const creating = OPERATIONS.filter(({ answers, id }) => answers["201"] && !(id in WITHOUT));

/** What the caller may do after this answer: a registered user has a session of their own. */
async function rightsAfter(operation: Operation, { text }: Answer): Promise<Record<string, string>> {
  if (operation.credential !== "none") return rightsOf(operation, tenant);
  return { authorization: `Bearer ${JSON.parse(text).access_token}` };
}

test.each(named(creating))("S11.2 %s answers 201 with a Location that can be read", async (_, operation) => {
  const requests = requestOf(operation, tenant);
  const body = (await BODIES[operation.id]?.()) ?? requests.body;
  const answer = await call(operation, { ...requests, body }, await rightsOf(operation, tenant));
  expect([answer.status, answer.text]).toEqual([201, answer.text]);

  const location = answer.headers.get("location");
  expect(location).toMatch(/^\/api\/v1\//);
  const { status } = await sendRaw("GET", `http://localhost${location}`, await rightsAfter(operation, answer));

  expect([location, status]).toEqual([location, 200]);
});
