import { type Timestamp, timestampMs } from '@bufbuild/protobuf/wkt';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember, handleRoomStream } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Random } from '../../../kernel/random.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { ResourceOf } from '../../../realtime/resource.ts';
import type { Feature } from '../../feature.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { VoteOrder } from '../../media/queue-votes/queue-votes.port.ts';
import type { SwarmOffers } from '../../media/swarms/offers.port.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { type AdvanceParts, makeAutoAdvance } from './auto-advance.ts';
import { playbackPayload } from './changes.ts';
import { type ControlParts, makeControls } from './controls.service.ts';
import { type ItemChangeParts, makeItemChanges } from './item-changes.ts';
import { deleteApplied, rememberedMs } from './operations.store.ts';
import { makeSkipByVote, type SkipByVote } from './order/skip-by-vote.ts';
import { makeUpNext, upNextResource } from './order/up-next.service.ts';
import { personalData } from './personal-data.ts';
import { type PlaybackStarter, playbackKind, playbackStateKind, type ScheduledPlayback } from './playback.port.ts';
import { makePlayback, type PlaybackParts, type PlaybackService } from './playback.service.ts';
import { makeRenewals, type RenewalParts } from './renewals.ts';
import { makeReports, type ReportParts } from './reports.service.ts';
import { makeScheduledPlayback } from './scheduled-playback.ts';
import { type AutoSkipParts, makeAutoSkip } from './skipping/auto-skip.ts';
import type { Timeline } from './timeline.ts';
import { makeWaiting, type WaitingParts } from './waiting.ts';

type AllParts = PlaybackParts &
  WaitingParts &
  AdvanceParts &
  AutoSkipParts &
  ControlParts &
  ReportParts &
  ItemChangeParts &
  RenewalParts;
type Parts = Omit<AllParts, 'onChanged' | 'onWaited' | 'drawSeed'> & {
  readonly metrics: {
    histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void;
  };
  readonly random: Random;
  readonly library: Library;
  readonly voteOrder: VoteOrder;
  readonly swarms: SwarmOffers;
};

/** Deletes operations that are too old to be retried. */
function cleaning({ clock, db, log }: Pick<Parts, 'clock' | 'db' | 'log'>): Part {
  const work = () => deleteApplied(db.query(), clock.nowMs() - rememberedMs);
  return makeWorker({ name: 'playback cleaning', clock, log, periodMs: rememberedMs, work, runsAtStart: false });
}

interface PlaybackFeature extends Feature {
  readonly scheduled: ScheduledPlayback;
  readonly starter: PlaybackStarter;
  readonly skipByVote: SkipByVote;
  readonly itemChanges: ReturnType<typeof makeItemChanges>;
}

export function playbackFeature(given: Parts, watch: WatchRoom): PlaybackFeature {
  const onWaited = given.metrics.histogram(
    'matinee_wait_seconds',
    'How long rooms waited for people whose players had no data.',
    [0.5, 1, 2, 5, 10, 20, 30, 60, 120],
  );
  const parts = { ...given, onWaited, drawSeed: () => given.random.bytes(4).readInt32BE() };
  const onChanged = (roomId: string, timeline: Timeline) => {
    autoAdvance.arm(roomId, timeline);
    autoSkip.arm(roomId, timeline);
    waiting.onChanged(roomId, timeline);
  };
  const service = makePlayback({ ...parts, onChanged });
  const autoAdvance = makeAutoAdvance(parts, service);
  const autoSkip = makeAutoSkip(parts, service);
  const waiting = makeWaiting(parts, service);
  const controls = makeControls(parts, service);
  const readUpNext = makeUpNext(parts, service);
  const renewals = makeRenewals(parts);
  const method = RoomService.method;
  return {
    name: 'playback',
    personalData,
    tables: ['playback_operations', 'playback_states'],
    scheduled: makeScheduledPlayback(parts, service),
    starter: controls,
    skipByVote: makeSkipByVote(parts, service),
    itemChanges: makeItemChanges(parts, service, onChanged),
    bindings: [
      handleMember(method.getPlayback, async ({ proxyMode, profile }, { room, principal }) => {
        const offerSwarm = await given.swarms.to(principal.userId, room);
        const wishes = { proxyMode, profile, offerSwarm };
        const { playbackState, playback } = await service.getFor(room.roomId, principal, wishes);
        const { mediaId, expiresAt } = playback;
        if (mediaId && expiresAt) renewals.onGiven(room.roomId, mediaId, timestampMs(expiresAt as Timestamp));
        return { playbackState, playback };
      }),
      handleMember(method.getUpNext, async (_, { room }) => ({ upNext: await readUpNext(room.roomId) })),
      handleMember(method.startPlayback, (request, call) => controls.start(request, call)),
      handleMember(method.stopPlayback, ({ clientOperationId }, call) => controls.stop(clientOperationId, call)),
      handleMember(method.playNext, (request, call) => controls.skip('next', request, call)),
      handleMember(method.playPrevious, (request, call) => controls.skip('previous', request, call)),
      handleMember(method.updatePlaybackState, (request, call) => controls.update(request, call)),
      handleRoomStream(method.watchPlaybackState, async function* (_, call) {
        for await (const { resource } of watch(call, { case: 'playbackState', value: {} })) {
          if (resource.case === 'playbackState') yield { playbackState: resource.value };
        }
      }),
      handleRoomStream(method.watchPlayback, async function* (_, call) {
        for await (const { resource } of watch(call, { case: 'playback', value: {} })) {
          if (resource.case === 'playback') yield { playback: resource.value };
        }
      }),
    ],
    resources: [stateResource(service), itemResource(service), upNextResource(readUpNext)],
    signals: { playbackReport: makeReports(parts, service, { autoAdvance, autoSkip, waiting }) },
    parts: [autoAdvance.part, autoSkip.part, waiting.part, renewals.part, cleaning(given)],
  };
}

function stateResource(service: PlaybackService): ResourceOf<'playbackState'> {
  return {
    case: 'playbackState',
    key: () => playbackStateKind,
    async snapshot(roomId) {
      const { playbackState: value, version } = await service.get(roomId);
      return {
        version,
        payload: changePayload({ version, snapshot: true, resource: { case: 'playbackState', value } }),
      };
    },
  };
}

function itemResource(service: PlaybackService): ResourceOf<'playback'> {
  return {
    case: 'playback',
    membersOnly: true,
    key: () => playbackKind,
    async snapshot(roomId) {
      const { playback, version } = await service.get(roomId);
      return { version, payload: playbackPayload(version, playback) };
    },
  };
}
