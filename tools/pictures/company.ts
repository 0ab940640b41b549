/**
 * The people in the room whose screens are not in the pictures. Each has a connection that reports the state of a
 * player.
 */
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import type { Evening } from './evening.ts';
import type { Name } from './people.ts';

/** How often players report, in milliseconds. */
const reportMs = 3_000;

/** How far each player is from the room, in milliseconds. */
const skews = { Aiko: 9, Leo: -4, Noor: 3, Sam: -7 } as const satisfies Partial<Record<Name, number>>;
type Companion = keyof typeof skews;

export interface Company {
  /** Lets a reaction of this person fly over the film. */
  react(name: Companion, emoji: string): void;
  leave(): Promise<void>;
}

/** Brings the people into the room. Leo and Noor speak. */
export async function bringCompany(server: TestServer, { room, people }: Evening): Promise<Company> {
  const sockets = new Map<Companion, TestSocket>();
  for (const name of Object.keys(skews) as Companion[])
    sockets.set(name, await server.socket(room, people[name].token));
  const report = () => {
    for (const [name, socket] of sockets) {
      const value = { state: PresenceState.PLAYING, skewMs: skews[name] };
      socket.send({ case: 'playbackReport', value });
    }
  };
  report();
  const timer = setInterval(report, reportMs);
  for (const name of ['Leo', 'Noor'] as const) {
    const refused = await sockets.get(name)!.command({ case: 'webrtcVoiceJoin', value: {} });
    if (refused !== undefined) throw new Error(`${name} cannot speak: ${refused}`);
  }
  return {
    react: (name, reactionKey) =>
      sockets.get(name)!.send({ case: 'sendFilmReaction', value: { reactionKey } }, crypto.randomUUID()),
    async leave() {
      clearInterval(timer);
      await Promise.all([...sockets.values()].map((socket) => socket.close()));
    },
  };
}
