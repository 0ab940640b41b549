/** `slice-cache …`: the cached slices of films that passed through the server. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  EvictExpiredSliceCacheResponseSchema,
  GetSliceCacheStatsResponseSchema,
  PurgeSliceCacheResponseSchema,
  type SliceCacheState,
} from '@matinee/contract/gen/service/client/admin_slice_cache_pb.ts';
import type { Command } from 'commander';
import { confirm } from '../../ask.ts';
import { withClient } from '../../connection/client.ts';
import type { GlobalOptions } from '../../options.ts';
import { formatOf, printAnswer, table, tell } from '../../output.ts';
import { bytes, counted } from '../../words.ts';

const method = AdminService.method;

export function addSliceCache(program: Command): void {
  const cache = program.command('slice-cache').description('films that are kept on disk, by every process');
  cache
    .command('stats')
    .description('say how much is kept, and how often it was used')
    .action((_options, command: Command) => showStats(command.optsWithGlobals<GlobalOptions>()));
  cache
    .command('evict-expired')
    .description('delete what nobody has needed for a day')
    .action((_options, command: Command) => evictExpired(command.optsWithGlobals<GlobalOptions>()));
  cache
    .command('purge')
    .description('delete everything; films that are being watched go on')
    .action((_options, command: Command) => purge(command.optsWithGlobals<GlobalOptions>()));
}

async function showStats(options: GlobalOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.getSliceCacheStats, {}));
  printAnswer(formatOf(options.output), GetSliceCacheStatsResponseSchema, answer, () => describe(answer.replicas));
  tellSilent(answer.silentReplicas);
}

async function evictExpired(options: GlobalOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.evictExpiredSliceCache, {}));
  printAnswer(formatOf(options.output), EvictExpiredSliceCacheResponseSchema, answer, () => freed(answer));
  tellSilent(answer.silentReplicas);
}

async function purge(options: GlobalOptions): Promise<void> {
  await confirm('Delete all slices, on every replica?', options);
  const answer = await withClient(options, (client) => client.call(method.purgeSliceCache, {}));
  printAnswer(formatOf(options.output), PurgeSliceCacheResponseSchema, answer, () => freed(answer));
  tellSilent(answer.silentReplicas);
}

function describe(replicas: readonly SliceCacheState[]): string {
  return table(
    ['replica', 'kept', 'of', 'slices', 'from disk', 'from upstream', 'evicted'],
    replicas.map((one) =>
      one.enabled
        ? [
            one.replicaId,
            bytes(one.bytes),
            bytes(one.maxBytes),
            String(one.slices),
            String(one.hits),
            String(one.misses),
            String(one.evictions),
          ]
        : [one.replicaId, 'off', '', '', '', '', ''],
    ),
    'none',
  );
}

function freed({
  freedBytes,
  replicas,
}: {
  readonly freedBytes: number;
  readonly replicas: readonly unknown[];
}): string {
  return `deleted ${bytes(freedBytes)} on ${counted(replicas.length, 'replica')}`;
}

function tellSilent(count: number): void {
  if (count > 0) tell(`${counted(count, 'replica')} did not answer`);
}
