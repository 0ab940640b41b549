/** `stream …`: the live streams that people send here or that the server pulls from elsewhere. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  type ActiveStream,
  ActiveStreamSchema,
  KickStreamResponseSchema,
  ListActiveStreamsResponseSchema,
  type LiveStream,
  type LiveStreamFacts,
  PullFaultSchema,
  PullStateSchema,
  StreamFaultSchema,
} from '@matinee/contract/gen/service/client/streams_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import { confirm } from '../../ask.ts';
import { nameOf } from '../../choices.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import type { GlobalOptions } from '../../options.ts';
import { formatOf, list, printAnswer, table } from '../../output.ts';
import { bitRate, time } from '../../words.ts';

const method = AdminService.method;
const itemDoc = 'id or name of the item that a stream plays as';

export function addStreams(program: Command): void {
  const stream = program.command('stream').description('live streams on the air, in all rooms');
  stream
    .command('list')
    .description('list streams, sent here or pulled from elsewhere; the newest first')
    .action(acting(listStreams));
  stream
    .command('show')
    .argument('<item>', itemDoc)
    .description('show a stream: who sends it, how it goes, and what its sender could do better')
    .action(acting(showStream));
  stream
    .command('end')
    .argument('<item>', itemDoc)
    .description('take a stream off the air; the key that it was sent with serves no more')
    .action(acting(endStream));
}

async function listStreams(client: ManagementClient, { output }: GlobalOptions): Promise<void> {
  const answer = await client.call(method.listActiveStreams, {});
  printAnswer(formatOf(output), ListActiveStreamsResponseSchema, answer, () =>
    table(
      ['item', 'name', 'room', 'from', 'state', 'rate', 'since'],
      answer.streams.map((one) => [
        one.stream!.mediaId,
        one.mediaName,
        one.roomName,
        sourceOf(one.stream!),
        stateOf(one.stream!),
        one.facts ? bitRate(one.facts.bitsPerSecond) : '',
        time(one.stream!.startedAt),
      ]),
      'none',
    ),
  );
}

async function showStream(client: ManagementClient, { output }: GlobalOptions, item: string): Promise<void> {
  const found = await findStream(client, item);
  printAnswer(formatOf(output), ActiveStreamSchema, found, () => describe(found));
}

async function endStream(client: ManagementClient, options: GlobalOptions, item: string): Promise<void> {
  const { stream, mediaName, roomName } = await findStream(client, item);
  await confirm(`Take “${mediaName}” in “${roomName}” off the air?`, options);
  const { roomId, mediaId } = stream!;
  const answer = await client.call(method.kickStream, { roomId, mediaId });
  printAnswer(formatOf(options.output), KickStreamResponseSchema, answer, () => `ended ${mediaId}`);
}

/** @throws Failure `refused` when no stream on the air is called so, or more than one. */
async function findStream(client: ManagementClient, item: string): Promise<ActiveStream> {
  const { streams } = await client.call(method.listActiveStreams, {});
  const byId = streams.filter(({ stream }) => stream?.mediaId === item);
  const found = byId.length > 0 ? byId : streams.filter(({ mediaName }) => sameName(mediaName, item));
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new Failure('refused', `no stream on the air is called ${item}`);
  const ids = found.map(({ stream }) => stream!.mediaId).join(', ');
  throw new Failure('refused', `more than one stream is called ${item}`, `Say which by its item: ${ids}`);
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function sourceOf({ pull, publisherName }: LiveStream): string {
  return pull ? 'pulled' : publisherName;
}

function stateOf({ pull, interruptedAt }: LiveStream): string {
  if (interruptedAt) return 'interrupted';
  return pull ? nameOf(PullStateSchema, pull.state) : 'on_air';
}

/** `3 (2 FLV, 1 WebRTC)` */
function viewersOf({ flvReaders, hlsReaders, webRtcReaders }: LiveStreamFacts): string {
  const ways = Object.entries({ FLV: flvReaders, HLS: hlsReaders, WebRTC: webRtcReaders });
  const total = flvReaders + hlsReaders + webRtcReaders;
  const used = ways.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  return used.length === 0 ? '0' : `${total} (${used.join(', ')})`;
}

function describe({ stream, mediaName, roomName, facts }: ActiveStream): string {
  const { roomId, mediaId, startedAt, interruptedAt, pull, advice } = stream!;
  const size = facts?.width && facts.height ? `${facts.width}×${facts.height}` : '';
  return list([
    ['item', mediaId],
    ['name', mediaName],
    ['room', `${roomName} (${roomId})`],
    ['from', sourceOf(stream!)],
    ['state', stateOf(stream!)],
    ['since', time(startedAt)],
    ['interrupted', time(interruptedAt)],
    ['fault', pull?.fault === undefined ? '' : nameOf(PullFaultSchema, pull.fault)],
    ['tried again', time(pull?.nextTryAt)],
    ['picture', [facts?.videoCodec, size].filter(Boolean).join(' ')],
    ['sound', facts?.audioCodec],
    ['encoder', facts?.encoder],
    ['rate', facts && bitRate(facts.bitsPerSecond)],
    ['viewers', facts && viewersOf(facts)],
    ['advice', advice.map(({ fault }) => nameOf(StreamFaultSchema, fault)).join(', ')],
  ]);
}
