import type { CreateRoomSrtAddressRequest } from '@matinee/contract/gen/service/client/streams_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { StreamKeys } from '../streams/streams.service.ts';
import type { srtSettings } from './srt.settings.ts';
import type { SrtListeners } from './srt-listeners.ts';

export interface SrtServiceParts {
  readonly keys: StreamKeys;
  readonly settings: SettingValues<typeof srtSettings>;
  /** Host name or IP address by which encoders reach this process. */
  readonly publicHost: () => string;
}

/** [SRT1] [SRT2] */
export function makeSrtService({ keys, settings, publicHost }: SrtServiceParts, listeners: SrtListeners) {
  return async (request: CreateRoomSrtAddressRequest, call: Call<UserPrincipal, RoomStanding>) => {
    await keys.require(request.mediaId, call);
    const item = { roomId: call.room.roomId, mediaId: request.mediaId };
    const { place, made } = await listeners.open(item, () => keys.make(request, call));
    return {
      srtUrl: `srt://${inUrl(publicHost())}:${place.port}?mode=caller&passphrase=${place.key}&pbkeylen=16`,
      key: made.key,
      waitsSeconds: settings.waitSeconds,
      latencyMs: place.latencyMs,
    };
  };
}

const inUrl = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
