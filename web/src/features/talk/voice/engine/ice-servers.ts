import type { GetIceServersResponse } from '@matinee/contract/gen/api.ts';
import { iceServersOf } from '../../../../client/room/ice-servers.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';

/** Credentials that end sooner than this are requested again, in milliseconds. */
const beforeEndMs = 5 * 60_000;

/** The servers that help to find a way between two pages. */
export interface IceServers {
  /** Requests the servers if none are held, or the held ones end soon. @throws ApiError */
  load(): Promise<void>;
  /** The held servers, and how many people may speak; undefined: not known yet. */
  held(): GetIceServersResponse | undefined;
  configuration(): RTCConfiguration;
}

export function makeIceServers(room: Pick<RoomConnection, 'api' | 'roomId' | 'clock'>): IceServers {
  let held: GetIceServersResponse | undefined;

  const endsSoon = () => {
    const end = held?.webrtc?.expires_at;
    return end !== undefined && Date.parse(end) - room.clock.now() < beforeEndMs;
  };

  return {
    async load() {
      if (held !== undefined && !endsSoon()) return;
      held = await room.api.call('RoomService.GetIceServers', { room_id: room.roomId });
    },
    held: () => held,
    configuration: () => ({
      iceServers: held ? iceServersOf(held) : [],
      bundlePolicy: 'max-bundle',
    }),
  };
}
