import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { PlaybackReport } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import type { RoomStanding } from '../../kernel/call.ts';
import { handleMember, handleRoomStream } from '../../kernel/handler.ts';
import type { Log } from '../../kernel/log.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { SignalSender } from '../../realtime/signals.ts';
import type { Feature } from '../feature.ts';
import type { WatchRoom } from '../watch-room.ts';
import { makeAutoAdvance } from './auto-advance.ts';
import type { PlaybackPort } from './playback.port.ts';
import { makePlayback, type PlaybackParts, playbackPayload } from './playback.service.ts';
import { makeWaiting, type Watcher } from './waiting.ts';

type Parts = Omit<PlaybackParts, 'onChanged'> & {
  readonly watchers: (roomId: string) => readonly Watcher[];
  readonly log: Log;
};

export function playbackFeature(parts: Parts, watch: WatchRoom): Feature & { playback: PlaybackPort } {
  const { library, rooms, clock, log, db } = parts;
  const service = makePlayback({
    ...parts,
    onChanged: (roomId, timeline) => {
      autoAdvance.arm(roomId, timeline);
      waiting.onChanged(roomId, timeline);
    },
  });
  const autoAdvance = makeAutoAdvance(service, library, rooms, clock, log);
  const waiting = makeWaiting({ ...parts, service });
  const lastStates = new WeakMap<SignalSender, number>();

  /** What a player tells: shown to the others, and the reason to wait, to go on, or to keep an item's length. [PB16] */
  function onReport(sender: SignalSender, report: PlaybackReport): void {
    sender.reportPlayer({ state: report.state, skewMs: report.skewMs });
    const { roomId } = sender;
    if (lastStates.get(sender) !== report.state) {
      lastStates.set(sender, report.state);
      waiting.onReport(roomId, report.state);
    }
    if (report.mediaId !== '')
      void learn(roomId, sender.standing, sender.principalId, report).catch((err) =>
        log.warn({ err, roomId }, 'a report could not be used'),
      );
  }

  /** Takes length and end from those who could skip the item anyway: its owner and people who navigate. [PB13] */
  async function learn(roomId: string, standing: RoomStanding, userId: string, report: PlaybackReport): Promise<void> {
    const timeline = await service.read(roomId);
    if (timeline.mediaId !== report.mediaId) return;
    autoAdvance.arm(roomId, timeline);
    const wantsLength = timeline.durationSeconds === null && (report.durationSeconds ?? 0) > 0;
    if (!wantsLength && !report.ended) return;
    const media = await library.findMedia(db, roomId, report.mediaId);
    if (!media || (media.creatorId !== userId && !standing.permissions.has(Permission.NAVIGATE_PLAYBACK))) return;
    if (wantsLength) {
      await service.change(roomId, async (current, _, tx) => {
        if (current.mediaId !== report.mediaId || current.durationSeconds !== null) return undefined;
        await library.putDuration(tx, roomId, report.mediaId, report.durationSeconds!);
        return { ...current, durationSeconds: report.durationSeconds!, version: current.version + 1 };
      });
    } else await autoAdvance.ended(roomId, timeline);
  }

  const method = RoomService.method;
  return {
    name: 'playback',
    playback: service.port,
    bindings: [
      handleMember(method.getPlayback, async (_, call) => {
        const { playbackState, playback } = await service.get(call.room.roomId);
        return { playbackState, playback };
      }),
      handleMember(method.startPlayback, (request, call) => service.start(request, call)),
      handleMember(method.stopPlayback, ({ clientOperationId }, call) => service.stop(clientOperationId, call)),
      handleMember(method.playNext, (request, call) => service.skip('next', request, call)),
      handleMember(method.playPrevious, (request, call) => service.skip('previous', request, call)),
      handleMember(method.updatePlaybackState, (request, call) => service.update(request, call)),
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
    resources: [
      {
        case: 'playbackState',
        key: () => 'playbackState',
        async snapshot(roomId) {
          const { playbackState: value, version } = await service.get(roomId);
          return {
            version,
            payload: changePayload({ version, snapshot: true, resource: { case: 'playbackState', value } }),
          };
        },
      },
      {
        case: 'playback',
        membersOnly: true,
        key: () => 'playback',
        async snapshot(roomId) {
          const { playback, version } = await service.get(roomId);
          return { version, payload: playbackPayload(version, playback) };
        },
      },
    ],
    signals: { playbackReport: onReport },
    parts: [autoAdvance.part, waiting.part],
  };
}
