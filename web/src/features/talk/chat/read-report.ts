import type { Api, CallOptions } from '../../../client/calls/api.ts';

/** Shortest time between two calls that report the read position to the server, in milliseconds. */
const tellMs = 2_000;
/** The channel on which the pages of one browser announce that the person has read on. */
export const channelName = 'matinee.chat-read';

/** Reports to the server, and then to the other pages of this browser, how far the person has read in a room. [WC2] */
export interface ReadReport {
  tell(messageId: string): void;
  /** Sends pending reports at once, as the person leaves. */
  tellRest(): void;
}

export function makeReadReport(api: Pick<Api, 'call'>, room_id: string): ReadReport {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(options?: CallOptions): void {
    timer = undefined;
    api.call('RoomService.MarkChatRead', { room_id, message_id: told }, options).then(
      () => {
        const channel = new BroadcastChannel(channelName);
        channel.postMessage(room_id);
        channel.close();
      },
      // The call for the next seen message covers this one too.
      () => undefined,
    );
  }

  return {
    tell(id) {
      if (id <= told) return;
      timer ??= setTimeout(() => send(), told === '' ? 0 : tellMs);
      told = id;
    },
    tellRest() {
      if (timer === undefined) return;
      clearTimeout(timer);
      send({ outlivesPage: true });
    },
  };
}

/** A page that is hidden may be closed, and runs no code after that. @returns a function that ends it */
export function tellWhenHidden({ tellRest }: ReadReport): () => void {
  const look = () => document.visibilityState === 'hidden' && tellRest();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', tellRest);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pagehide', tellRest);
  };
}
