import type { JsonObject } from '@bufbuild/protobuf';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { type Draws, drawsOf } from './seeded.fixture.ts';
import { type ShownMessage, WatchingMember } from './watching-member.fixture.ts';

/** Steps of a run. */
const steps = 12;
/** How often a call is retried when its answer is lost. */
const attempts = 60;
const keys = ['👍', '😂', '❤️'];

/** The replicas that serve the room. One of them may be restarting. */
export type Replicas = readonly [TestServer, TestServer];

/** The outcome of a run. */
export interface Outcome {
  /** Each member's list, and the history as each replica reads it. */
  readonly lists: readonly (readonly ShownMessage[])[];
  /** Ids of messages whose sending, or whose deletion, was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** Simulates a chat of three people over two replicas, with broken connections and lost answers drawn from the seed. */
export async function simulateRoom(
  seed: number,
  replicas: () => Replicas,
  people: readonly TestUser[],
): Promise<Outcome> {
  const draws = drawsOf(seed);
  const [first] = replicas();
  const room = await insist(() => makeRoom(first, people[0]!));
  for (const person of people.slice(1)) await insist(() => joinRoom(first, room, person));
  const run = new SimulatedRoom(room, draws, replicas);
  const members = people.map((user) => new WatchingMember(room, user));
  await Promise.all(members.map((member) => run.reconnect(member)));
  for (let step = 0; step < steps; step += 1) {
    const member = draws.pick(members);
    if (draws.oneIn(4)) member.drop();
    const acts = Array.from({ length: 1 + draws.below(3) }, () => run.act(draws.pick(members)));
    await Promise.all([...acts, member.socket ? undefined : run.reconnect(member)]);
  }
  return run.end(members);
}

class SimulatedRoom {
  readonly #room: string;
  readonly #draws: Draws;
  readonly #replicas: () => Replicas;
  readonly #acknowledged = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #faults: string[] = [];
  #acts = 0;

  constructor(room: string, draws: Draws, replicas: () => Replicas) {
    this.#room = room;
    this.#draws = draws;
    this.#replicas = replicas;
  }

  reconnect(member: WatchingMember): Promise<void> {
    return insist(() => member.connect(this.#draws.pick(this.#replicas())));
  }

  /** One act of a member: mostly sends, otherwise changes a message or reacts to it. */
  act(member: WatchingMember): Promise<void> {
    const draws = this.#draws;
    const name = `${this.#acts++}`;
    const own = member.list.filter(
      ({ clientMessageId, deleted }) => !deleted && clientMessageId.startsWith(member.user.id),
    );
    const anyone = member.list.filter(({ deleted }) => !deleted);
    if (draws.oneIn(2) || anyone.length === 0) return this.#send(member, `${member.user.id.slice(0, 40)} ${name}`);
    if (draws.oneIn(2)) {
      const request = { message_id: draws.pick(anyone).id, reaction_key: draws.pick(keys), enabled: !draws.oneIn(3) };
      return this.#change('SetChatReaction', member, { ...request, client_operation_id: name });
    }
    if (own.length === 0) return Promise.resolve();
    const { id, version } = draws.pick(own);
    const request = {
      message_id: id,
      client_operation_id: name,
      expected_version: version,
    };
    return draws.oneIn(3)
      ? this.#change('DeleteChatMessage', member, request)
      : this.#change('EditChatMessage', member, { ...request, content: `edit ${name}` });
  }

  /** Sends a message, sometimes first over a socket that may break before the answer; then retries with the same id. */
  async #send(member: WatchingMember, clientMessageId: string): Promise<void> {
    if (this.#draws.oneIn(4) && member.socket) {
      member.socket.send({ case: 'sendChatMessage', value: { clientMessageId, content: clientMessageId } });
      if (this.#draws.oneIn(2)) member.drop();
      if (!member.socket) await this.reconnect(member);
    }
    const answer = await this.#call('SendChatMessage', member, {
      client_message_id: clientMessageId,
      content: clientMessageId,
    });
    this.#acknowledged.add(answer?.message.id);
  }

  async #change(name: string, member: WatchingMember, request: JsonObject): Promise<void> {
    const answer = await this.#call(name, member, request);
    if (answer && name === 'DeleteChatMessage') this.#deleted.add(request.message_id as string);
  }

  /**
   * Retries the call until there is an answer, sometimes at both replicas at once. Undefined: refused, because another
   * member was faster.
   */
  async #call(name: string, { user: { token } }: WatchingMember, request: JsonObject) {
    const isDoubled = this.#draws.oneIn(4);
    const at = this.#draws.below(2);
    const call = { call: `RoomService.${name}`, token, room: this.#room, request };
    for (let attempt = 1; ; attempt += 1) {
      const asked = isDoubled ? this.#replicas() : [this.#replicas()[(at + attempt) % 2]!];
      const answers = await Promise.all(asked.map((replica) => replica.rest(call).catch(() => undefined)));
      const given = answers.filter((answer) => answer !== undefined && answer.status < 500);
      const [answer, other] = given;
      // A deletion erases the message's stored answers, so the second answer may be `message_not_found`. [CH13]
      const isGone = other?.reason === 'chat.message_not_found';
      const differ = other && !isGone && JSON.stringify(answer?.json) !== JSON.stringify(other.json);
      if (differ && answer?.status === 200) {
        this.#faults.push(
          `${name} was answered in two ways: ${JSON.stringify(answer.json)}, ${JSON.stringify(other.json)}`,
        );
      }
      if (answer?.status === 200) return answer.json;
      if (answer && !['chat.version_conflict', 'chat.message_not_found'].includes(String(answer.reason))) {
        this.#faults.push(`${name}: ${answer.status} ${answer.reason}`);
      }
      if (answer || attempt === attempts) return undefined;
      await rest();
    }
  }

  /** Lets all members catch up, and reads the history at both replicas. */
  async end(members: readonly WatchingMember[]): Promise<Outcome> {
    await Promise.all(members.filter(({ socket }) => !socket).map((member) => this.reconnect(member)));
    await this.#send(members[0]!, 'the last message');
    const histories = [];
    for (const replica of this.#replicas()) histories.push(await readHistory(replica, this.#room, members[0]!.user));
    await Promise.all(members.map((member) => member.has('the last message')));
    const lists = [...members.map((member) => member.list), ...histories];
    const faults = [...this.#faults, ...members.flatMap((member) => member.faults)];
    for (const member of members) member.drop();
    return { lists, acknowledged: this.#acknowledged, deleted: this.#deleted, faults };
  }
}

async function readHistory(server: TestServer, room: string, { token }: TestUser): Promise<ShownMessage[]> {
  const page = await server.ok({ call: 'RoomService.GetChatHistory', token, room, request: { page_size: 100 } });
  return page.messages.map((message: JsonObject): ShownMessage => {
    const { id, client_message_id: clientMessageId, version, deleted, content } = message as never;
    const reactions = Object.fromEntries(
      (message.reactions as { reaction_key: string; count: number }[]).map(({ reaction_key, count }) => [
        reaction_key,
        count,
      ]),
    );
    return { id, clientMessageId, version, deleted, content, reactions };
  });
}

/** Retries `act` until it succeeds: a replica may be starting, and on a slow machine a transaction may time out. */
async function insist<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === attempts) throw error;
      await rest();
    }
  }
}

/** Waits between two attempts. */
function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
