import { describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Elysia } from "elysia";
import packageJson from "../../package.json" with { type: "json" };
import { describe as describeApp, publicPart } from "../../src/http/describe/documents/description.ts";
import { app } from "../harness.ts";
import { testApp } from "./test-app.ts";

const description = await describeApp(testApp().app);
const post = description.paths?.["/api/v1/things"]?.post;

describe("the description", () => {
  test("D1-004 is a valid OpenAPI document", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description) as never);

    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect((await new Validator().validate(structuredClone(publicPart(description)) as never)).valid).toBe(true);
  });

  test("D1-005 D1-183 names the running release and the policy of versions", () => {
    expect(description.info.version).toBe(packageJson.version);
    expect(description.info.description).toContain("90 days");
    expect(description.info.description).toContain("12 months");
  });

  test("shows what a route declares and what the conventions add", () => {
    const $ref = "#/components/schemas/PostApiV1ThingsRequest";
    expect(post?.requestBody).toMatchObject({ required: true, content: { "application/json": { schema: { $ref } } } });
    expect(description.components?.schemas?.["PostApiV1ThingsRequest"]).toMatchObject({
      type: "object",
      required: ["name"],
    });
    expect(Object.keys(post?.responses ?? {})).toEqual(["201", "4XX", "5XX"]);
    expect(post).toMatchObject({ "x-error-statuses": [400, 401, 403, 408, 409, 413, 415, 422, 429, 500, 503] });
    expect(post?.responses?.["4XX"]).toEqual({
      $ref: "#/components/responses/ClientError",
      description: "400, 401, 403, 408, 409, 413, 415, 422, 429.",
    });
    expect(post?.security).toEqual([{ bearerAuth: [] }, { apiKeyAuth: [] }, { cookieAuth: [] }]);
    expect(post?.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    expect(post).toMatchObject({ "x-scope": "products:write", "x-rate-limit-tier": "BULK_CREATE" });
  });

  test("says which body is optional and which is a file", () => {
    expect(description.paths?.["/api/v1/things/optional"]?.post?.requestBody).toMatchObject({ required: false });
    expect(description.paths?.["/api/v1/things/upload"]?.post?.requestBody).toMatchObject({
      content: { "multipart/form-data": {} },
    });
    const login = description.paths?.["/api/v1/open/login"]?.post;
    expect(login?.requestBody).toMatchObject({
      content: { "application/x-www-form-urlencoded": {}, "application/json": {} },
    });
    expect(login?.security).toEqual([]);
  });

  test("shows each error with an example of the shape its path answers with", () => {
    const responses = JSON.parse(JSON.stringify(description.components?.responses));

    const exampleOf = (name: string) => responses[name].content["application/json"].example;
    expect(exampleOf("ClientError").error.error_code).toBe("VALIDATION_FAILED");
    expect(exampleOf("ExtClientError").success).toBe(false);
    expect(exampleOf("SyncClientError").code).toBe(422);
    expect(exampleOf("ServerError").error.error_code).toBe("SYSTEM_SERVICE_UNAVAILABLE");
  });

  test("has a path once, with its parameters in braces and no trailing slash twin", () => {
    const paths = Object.keys(description.paths ?? {});

    expect(paths).toContain("/api/v1/things/{id}");
    expect(paths.filter((path) => path.endsWith("/") || path.includes(":"))).toEqual([]);
  });

  test("names no value of a choice twice", async () => {
    const choices: unknown[][] = [];
    JSON.stringify(await describeApp(app), (name, value) => {
      if (name === "enum" && Array.isArray(value)) choices.push(value);
      return value;
    });
    expect(choices.length).toBeGreaterThan(50);
    expect(choices.filter((choice) => new Set(choice).size < choice.length)).toEqual([]);
  });

  test("a choice keeps its name, its default and what it says of itself", async () => {
    const { schemas } = JSON.parse(JSON.stringify((await describeApp(app)).components));
    const { completeness_grade: grade, workflow_status: status } = schemas.Product.properties;
    expect([grade, status]).toEqual([
      { $ref: "#/components/schemas/Grade" },
      { $ref: "#/components/schemas/WorkflowStatus" },
    ]);
    expect(schemas.Grade).toEqual({ type: "string", enum: ["A", "B", "C", "D"] });
    expect(schemas.Smtp.properties.security).toMatchObject({ default: "starttls", description: expect.any(String) });
  });

  test("holds nothing of an app without policies", async () => {
    expect((await describeApp(new Elysia())).paths).toEqual({});
  });
});
