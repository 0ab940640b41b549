import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import { tell } from '../output.ts';
import { bytes, counted } from '../words.ts';

/** How often to ask whether it is done, in milliseconds. */
const askPeriodMs = 500;

/** Has the server make a backup where it keeps its own, and waits for its end. @throws Failure when it failed. */
export async function awaitBackup(client: ManagementClient): Promise<void> {
  await client.call(AdminService.method.backUpNow, {});
  for (;;) {
    const { runningSince, lastGood, lastFailed } = await client.call(AdminService.method.getBackups, {});
    if (runningSince === undefined) {
      if (lastFailed) throw new Failure('failed', `the backup failed: ${lastFailed.failure}`);
      if (lastGood) tell(`${lastGood.name}: ${counted(lastGood.rows, 'row')}, ${bytes(lastGood.sizeBytes)}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, askPeriodMs));
  }
}
