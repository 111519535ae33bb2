import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const backups = testFamily({
  examples: [
    ["startBackup", body({ with_key: false })],
    ["getBackup", of({ backup_id: "{startBackup.id}" })],
  ],
  // Of the instance: the operator's key alone reads it, and tests make their own.
  seed: { make: async () => ({}), shared: { backup_id: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f03" } },
  sources: { backup_id: "{startBackup.id}" },
  silent: { because: "the instance, not a tenant", operations: ["startBackup"] },
});
