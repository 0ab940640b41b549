import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { pause } from '../kernel/clock.ts';
import type { OpeningCall, RealtimeContext } from './context.ts';
import { ConnectionCounts } from './limits.ts';
import { isOwnTopic } from './own-topic.ts';
import { realtimeErrors } from './realtime.errors.ts';
import { ConnectionsElsewhere } from './replicas/connections-elsewhere.ts';
import { principalIdOf } from './resource.ts';
import type { Channels } from './room/channels.ts';
import { Session } from './session/session.ts';

interface AdmissionParts {
  readonly newConnectionId: () => string;
  readonly replicaId: string;
  /** Sends to the other replicas. */
  readonly tell: (topic: string, body: unknown) => void;
}

/** Admits sessions to the rooms of this process, within its limits, until it stops. */
export class Admissions {
  readonly #context: RealtimeContext;
  readonly #channels: Channels;
  readonly #newConnectionId: () => string;
  /** Each person's connections on other replicas. */
  readonly elsewhere: ConnectionsElsewhere;
  readonly #counts: ConnectionCounts;
  readonly #sessions = new Set<Session>();
  #isStopping = false;

  constructor(context: RealtimeContext, channels: Channels, { newConnectionId, replicaId, tell }: AdmissionParts) {
    this.#context = context;
    this.#channels = channels;
    this.#newConnectionId = newConnectionId;
    this.#counts = new ConnectionCounts(context.limits, {
      of: (personId) => this.elsewhere.of(personId),
      changed: (personId) => this.elsewhere.changed(personId),
    });
    this.elsewhere = new ConnectionsElsewhere({
      clock: context.clock,
      replicaId,
      limit: context.limits.connectionsPerUser,
      here: this.#counts.byPerson,
      tell,
      keepAtMost: (personId, connections) => this.#keepAtMost(personId, connections),
    });
  }

  /** Every session whose connection is not yet closed, in all rooms. */
  get sessions(): ReadonlySet<Session> {
    return this.#sessions;
  }

  /** Number of people and rooms with connections to this process. A person's own topic does not count as a room. */
  get here(): { readonly people: number; readonly rooms: number } {
    const rooms = [...this.#counts.byRoom.keys()].filter((topic) => !isOwnTopic(topic));
    return { people: this.#counts.byPerson.size, rooms: rooms.length };
  }

  /** @throws AppError over a limit (429), or while stopping (503). */
  admit(call: OpeningCall, kind: Session['kind']): Session {
    if (this.#isStopping) throw realtimeErrors.stopping({ retryAfterSeconds: 2 });
    const { roomId } = call.room;
    const giveBack = this.#counts.take(principalIdOf(call.principal), roomId);
    const channel = this.#channels.get(roomId);
    const onClosed = () => {
      giveBack();
      this.#sessions.delete(session);
    };
    const connectionId = this.#newConnectionId();
    const session = new Session(channel, this.#context, { call, connectionId, kind, onClosed });
    this.#sessions.add(session);
    channel.admit(session);
    return session;
  }

  /**
   * Ends the newest connections of a person until `connections` are left. Connections that are already closing do not
   * count.
   */
  #keepAtMost(personId: string, connections: number): void {
    const open = [...this.#sessions].filter((session) => session.isOpen && session.principalId === personId);
    for (const session of open.slice(connections)) session.terminate(TerminationCode.UNSPECIFIED);
  }

  /**
   * Admits no more sessions, notifies all existing ones, and waits until their connections are closed or the deadline
   * has passed. [RT26]
   */
  async stop(deadline: AbortSignal): Promise<void> {
    this.#isStopping = true;
    for (const session of [...this.#sessions]) session.terminate(TerminationCode.SHUTDOWN, true);
    while (this.#sessions.size > 0 && !deadline.aborted) await pause(this.#context.clock, 20, deadline);
    this.elsewhere.close();
  }
}
