/** `restart`: replaces the running workers without an interruption. */
import {
  type GetStatusResponse,
  RestartWorkersResponseSchema,
} from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { Command } from 'commander';
import { type ManagementClient, withClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import type { GlobalOptions } from '../../options.ts';
import { formatOf, printAnswer, tell } from '../../output.ts';
import { counted } from '../../words.ts';

const { getStatus, restartWorkers } = ManagementService.method;

/** Longest time for one worker to start and for another one to end, in milliseconds. */
const perWorkerMs = 120_000;
const lookEveryMs = 200;

export function addRestart(program: Command): void {
  program
    .command('restart')
    .description('replace the workers of serve --workers one by one, without an interruption; returns when done')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const before = await withClient(options, (client) => client.call(getStatus, {}));
      const answer = await withClient(options, (client) => client.call(restartWorkers, {}));
      if (answer.workers === 0)
        throw new Failure('refused', 'this server has no workers', 'Start it with: matinee serve --workers auto');
      tell(`restarting ${counted(answer.workers, 'worker')} …`);
      await untilReplaced(options, before, answer.workers);
      printAnswer(formatOf(options.output), RestartWorkersResponseSchema, answer, () => 'restarted');
    });
}

/** Waits until none of the workers of `before` is left. */
async function untilReplaced(options: GlobalOptions, before: GetStatusResponse, count: number): Promise<void> {
  const old = new Set(before.workers.map(({ processId }) => processId));
  for (const endMs = Date.now() + count * perWorkerMs; Date.now() < endMs; ) {
    // The worker that is asked may be the one that ends.
    const status = await withClient(options, (client: ManagementClient) => client.call(getStatus, {})).catch(
      () => undefined,
    );
    if (status !== undefined && !status.restarting) {
      const left = status.workers.filter(({ processId }) => old.has(processId));
      if (left.length === 0) return;
      throw new Failure('failed', `${counted(left.length, 'worker')} could not be replaced: the log says why`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Failure('failed', 'the workers take too long to restart: see matinee status');
}
