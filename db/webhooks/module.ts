/** A condition: the tenant's module of webhooks is on. */
export const MODULE_ON = `not exists (select 1 from tenant, json_each(tenant.modules_off) as off
  where tenant.tenant_id = :tenant and off.value = 'webhooks')`;
