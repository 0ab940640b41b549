import type { ByteRoute } from '../../../kernel/http/byte-routes.ts';
import type { RecordedFiles } from '../../files/files/recorded-files.port.ts';
import { type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import { recordingErrors } from './recordings.errors.ts';

/** The key of an item's film; another source of the item is another version. */
export function filmKey(roomId: string, version: string): ResourceKey {
  return { roomId, provider: 'recording', version, noun: 'film', mode: '', index: 0 };
}

export interface RecordingRouteParts {
  readonly gate: WatchGate;
  readonly files: Pick<RecordedFiles, 'open'>;
}

/** Serves recordings at signed addresses, whole or in ranges. [REC7] */
export function recordingRoute({ gate, files }: RecordingRouteParts): ByteRoute {
  return {
    name: 'recording of a live stream',
    path: '/api/playback-providers/{roomId}/recording/{version}/film',
    open: (request) => {
      const { roomId = '', version = '' } = request.params;
      const key = filmKey(roomId, version);
      return gate.open(request, key, async () => {
        const media = readMediaVersion(key.version);
        const answer = media && (await files.open(key.roomId, media.mediaId, request));
        if (!answer) throw recordingErrors.bytes_gone();
        return answer;
      });
    },
  };
}
