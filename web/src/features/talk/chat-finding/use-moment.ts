import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { useSeek } from '../../film/playback/seek.port.ts';
import { momentDialog } from './moment-dialog.tsx';

export interface Moments {
  /** False: nothing plays, or the film has no moments. */
  readonly isAnything: boolean;
  /** True: `go` takes the room there. Otherwise it shows the messages from there. */
  readonly maySeek: boolean;
  readonly go: (seconds: number) => void;
  /** Position of the current film when a message was sent, in seconds; undefined: something else played. */
  readonly momentOf: (message: ChatMessage) => number | undefined;
}

/** Moments of the current film. [WC17] */
export function useMoment(): Moments {
  const { room, self, openDialog } = useRoom();
  const state = usePlaybackState(room);
  const seek = useSeek(room, self.permissions);
  const maySeek = seek !== undefined && state?.media_id !== undefined;
  return {
    isAnything: state?.media_id !== undefined,
    maySeek,
    go: (seconds) => (maySeek ? seek(seconds) : openDialog(momentDialog(seconds))),
    momentOf: ({ playback_media_id: mediaId, playback_target_hash: hash, playback_position_seconds: position }) =>
      mediaId !== undefined && mediaId === state?.media_id && (hash ?? '') === (state.target_hash ?? '')
        ? position
        : undefined,
  };
}
