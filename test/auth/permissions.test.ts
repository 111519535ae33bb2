import { expect, test } from "bun:test";
import { MODULES, PERMISSIONS, SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { ROLES } from "../../src/identity/auth/callers/permissions.ts";
import { SCOPE_DESCRIPTIONS } from "../../src/identity/auth/callers/scopes.ts";
import { modulesOn } from "../../src/identity/users/user-body.ts";

test("S10.6 there are 14 scopes, 14 permissions and 13 modules", () => {
  expect(new Set(SCOPES).size).toBe(14);
  expect(new Set(PERMISSIONS).size).toBe(14);
  expect(new Set(MODULES).size).toBe(13);
});

test("S5.5 each role may do what is said of it", () => {
  expect([...ROLES.admin].toSorted()).toEqual([...PERMISSIONS].toSorted());
  expect(PERMISSIONS.filter((permission) => !ROLES.manager.has(permission))).toEqual([
    "MANAGE_USERS",
    "MANAGE_SETTINGS",
  ]);
  expect([...ROLES.viewer].toSorted()).toEqual(["VIEW_ANALYTICS", "VIEW_CATALOG", "VIEW_PRICING"]);
  expect([...ROLES.editor].filter((permission) => !ROLES.viewer.has(permission)).toSorted()).toEqual([
    "EDIT_CATALOG",
    "MANAGE_EXPORTS",
    "MANAGE_IMPORTS",
    "RUN_ENRICHMENT",
  ]);
});

test("S5.3 every scope is explained in both languages", () => {
  expect(Object.keys(SCOPE_DESCRIPTIONS)).toEqual([...SCOPES]);
  for (const { en, fr } of Object.values(SCOPE_DESCRIPTIONS)) expect(en).not.toBe(fr);
});

test("S10.1 all modules are on but those that are switched off", () => {
  expect(modulesOn([])).toEqual([...MODULES]);
  expect(modulesOn(["imports", "appsync"])).toEqual(MODULES.filter((id) => id !== "imports" && id !== "appsync"));
});
