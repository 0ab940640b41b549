import type { Api } from '../../../client/calls/api.ts';

/** The shortest time between two calls that tell the server how far the person has read, in milliseconds. */
const tellMs = 2_000;
/** Through this channel, the pages of one browser tell each other that the person has read on. */
export const channelName = 'matinee.chat-read';

/** Tells the server, and then the other pages of this browser, how far the person has read in a room. [WC2] */
export interface ReadReport {
  tell(messageId: string): void;
  /** Tells at once what still waits. */
  end(): void;
}

export function makeReadReport(api: Pick<Api, 'call'>, room_id: string): ReadReport {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    api.call('RoomService.MarkChatRead', { room_id, message_id: told }).then(
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
      timer ??= setTimeout(send, told === '' ? 0 : tellMs);
      told = id;
    },
    end() {
      if (timer === undefined) return;
      clearTimeout(timer);
      send();
    },
  };
}
