import { signal } from "@preact/signals";

/** Who is in, as `/auth/me` has it. */
export interface Me {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: string;
  permissions: string[];
  tenant: { id: string; name: string; license_status: string; modules: string[] };
  locale: string;
}

/** Who is in; `null` nobody, `undefined` not known yet. */
export const me = signal<Me | null | undefined>(undefined);
/** The session ended while somebody worked: the page stays, and asks for the password above it. */
export const isSignedOut = signal(false);
/** The service is not reached; calls wait and are made again. */
export const isAway = signal(false);
/** Another version of the service answers than the one this page came from. */
export const isOld = signal(false);

/** Whether the person may do what needs this permission, such as `EDIT_CATALOG`. The API stays the judge. */
export const may = (permission: string): boolean => me.value?.permissions.includes(permission) ?? false;
/** Whether the tenant has a module, such as `pricing`. */
export const has = (module: string): boolean => me.value?.tenant.modules.includes(module) ?? false;
