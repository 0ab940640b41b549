import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import type { SrtFaultName } from '../streams/srt-faults.ts';
import { makeSrtService, type SrtServiceParts } from './srt.service.ts';
import { SrtListeners, type SrtListenersParts } from './srt-listeners.ts';

export interface SrtParts extends SrtListenersParts, SrtServiceParts {
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
}

/** How often it looks which addresses are not waited for any more, in milliseconds. */
const lookEveryMs = 2_500;

interface Offered {
  faultOf(mediaId: string): SrtFaultName | undefined;
}

/** Live streams by SRT, which ffmpeg receives. What is sent is on the air like what comes over RTMP. */
export function srtFeature(parts: SrtParts): Feature & Offered {
  const { clock, log, metrics } = parts;
  const listeners = new SrtListeners(parts);
  const create = makeSrtService(parts, listeners);
  metrics.gauge(
    'matinee_srt_listeners',
    'Addresses for SRT at which this process waits or receives.',
    () => listeners.count,
  );
  const look = () =>
    listeners.look().catch((err: unknown) => log.warn({ err }, 'SRT: addresses could not be looked after'));
  let end = () => {};
  return {
    name: 'srt',
    faultOf: (mediaId) => listeners.faultOf(mediaId),
    bindings: [handleMember(RoomService.method.createRoomSrtAddress, create)],
    parts: [
      {
        name: 'SRT',
        start: async () => {
          end = clock.every(lookEveryMs, () => void look());
        },
        stop: async () => {
          end();
          await listeners.stop();
        },
      },
    ],
  };
}
