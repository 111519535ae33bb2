import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const backups = testFamily({
  examples: [
    ["startBackup", body({ with_key: false })],
    ["getBackup", of({ backup_id: "{startBackup.id}" })],
  ],
  sources: { backup_id: "{startBackup.id}" },
  silent: { because: "the instance, not a tenant", operations: ["startBackup"] },
});
