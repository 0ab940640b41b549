import type { TestServer } from '@matinee/testkit/server.ts';

interface StreamedEvent {
  readonly eventId: string;
  readonly kind: string;
  readonly notifications: { readonly id: string; readonly place: number; readonly count: number }[];
  readonly notification_ids: string[];
  readonly unread_count: number;
}

/** The stream of a user's notifications, as a browser reads it. */
export async function openOwnStream(server: TestServer, token: string, lastEventId?: string) {
  const client = new AbortController();
  const response = await fetch(`${server.url}/api/notifications/watch`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: client.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next block of the stream that is not a comment; undefined at the end. */
  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
        continue;
      }
      const one = text.slice(0, end);
      text = text.slice(end + 2);
      if (!one.startsWith(':')) return one;
    }
  }
  return {
    block,
    async next(): Promise<StreamedEvent> {
      const data = (await block())?.split('\n').find((line) => line.startsWith('data: '));
      if (data === undefined) throw new Error('the stream has ended');
      const { event } = JSON.parse(data.slice('data: '.length)) as { event: StreamedEvent };
      return event;
    },
    leave: () => client.abort(),
  };
}
