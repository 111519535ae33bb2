const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = (example: string) => ({ type: "string", example });
const ID = { type: "integer", format: "int64", example: 10 };

const SCHEMAS = {
  Category: { type: "object", properties: { id: ID, name: text("Dogs") } },
  Tag: { type: "object", properties: { id: ID, name: text("small") } },
  Pet: {
    type: "object",
    required: ["name", "photoUrls"],
    properties: {
      id: ID,
      name: text("doggie"),
      category: ref("Category"),
      photoUrls: { type: "array", items: { type: "string" } },
      tags: { type: "array", items: ref("Tag") },
      status: { type: "string", enum: ["available", "pending", "sold"] },
    },
  },
  Order: {
    type: "object",
    properties: {
      id: ID,
      petId: ID,
      quantity: { type: "integer", format: "int32", example: 7 },
      shipDate: { type: "string", format: "date-time" },
      status: { type: "string", enum: ["placed", "approved", "delivered"] },
      complete: { type: "boolean" },
    },
  },
  User: {
    type: "object",
    properties: {
      id: ID,
      username: text("theUser"),
      firstName: text("John"),
      lastName: text("James"),
      email: text("john@email.com"),
      password: text("12345"),
      phone: text("12345"),
      userStatus: { type: "integer", format: "int32", example: 1 },
    },
  },
};

/** Method, path, operation id and model of the store's operations, as in the well-known example of OpenAPI 3.0. */
const OPERATIONS = [
  ["post", "/pet", "addPet", "Pet"],
  ["put", "/pet", "updatePet", "Pet"],
  ["get", "/pet/findByStatus", "findPetsByStatus", "Pet"],
  ["get", "/pet/findByTags", "findPetsByTags", "Pet"],
  ["get", "/pet/{id}", "getPetById", "Pet"],
  ["post", "/pet/{id}", "updatePetWithForm", "Pet"],
  ["delete", "/pet/{id}", "deletePet", "Pet"],
  ["get", "/store/inventory", "getInventory", "Order"],
  ["post", "/store/order", "placeOrder", "Order"],
  ["get", "/store/order/{id}", "getOrderById", "Order"],
  ["delete", "/store/order/{id}", "deleteOrder", "Order"],
  ["post", "/user", "createUser", "User"],
  ["get", "/user/login", "loginUser", "User"],
  ["get", "/user/logout", "logoutUser", "User"],
  ["get", "/user/{id}", "getUserByName", "User"],
  ["put", "/user/{id}", "updateUser", "User"],
  ["delete", "/user/{id}", "deleteUser", "User"],
] as const;

const operation = ([method, path, operationId, model]: (typeof OPERATIONS)[number]) => ({
  tags: [path.split("/")[1]],
  summary: operationId,
  operationId,
  parameters: path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: ID }] : [],
  ...((method === "post" || method === "put") && { requestBody: { required: true, ...json(ref(model)) } }),
  responses: {
    200: { description: "Successful operation", ...json(ref(model)) },
    400: { description: "Invalid input" },
    404: { description: "Not found" },
  },
});

const paths: Record<string, Record<string, object>> = {};
for (const each of OPERATIONS) paths[each[1]] = { ...paths[each[1]], [each[0]]: operation(each) };

/** A small, well-known document, by which the speed of Swagger UI on this machine is measured. */
export const PETSTORE = {
  openapi: "3.0.3",
  info: { title: "Petstore", version: "1.0.0", description: "A store of pets." },
  servers: [{ url: "/" }],
  tags: [{ name: "pet" }, { name: "store" }, { name: "user" }],
  paths,
  components: { schemas: SCHEMAS },
};
