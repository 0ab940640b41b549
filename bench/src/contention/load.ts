/** People who chat in one room as fast as permitted, while its owner and newcomers act in it and in a silent room. */
import { quantile } from '../figures.ts';
import { serveTasks } from '../worker.ts';

/**
 * Time between two messages that the chat's budget allows one person, in milliseconds.
 * (`server/src/transport/pipeline/rate-limits.ts`)
 */
const messagePeriodMs = 100;
/** From the start of one round of acts to the start of the next one, in milliseconds. */
const roundPeriodMs = 100;
/** An act that takes longer counts as failed. */
const answerMs = 10_000;

interface Person {
  readonly id: string;
  readonly token: string;
}

interface LoadOptions {
  readonly url: string;
  /** The room in which people chat. At the end it is deleted while they continue. */
  readonly room: string;
  /** A room of the same people without chat. */
  readonly silentRoom: string;
  readonly owner: Person;
  /** A member whose role changes. */
  readonly member: Person;
  readonly talkers: readonly Person[];
  /** Members of neither room. Each joins both, and is kicked again. */
  readonly newcomers: readonly Person[];
  readonly ms: number;
}

/** How long acts in one room took, in milliseconds, and how many failed. */
export interface Acts {
  readonly joinP99: number;
  readonly settingsP99: number;
  /** Kicks, changes of roles, and seeks. */
  readonly otherP99: number;
  readonly failed: number;
}

export interface ContentionLoad {
  readonly loaded: Acts;
  readonly silent: Acts;
  readonly messagesPerSecond: number;
  readonly messageP99: number;
  readonly failedMessages: number;
  readonly deleteMs: number;
  readonly deleteFailed: number;
}

type Act = (room: string) => Promise<boolean>;
type Timings = Record<'join' | 'settings' | 'other', number[]> & { failed: number };

async function call(url: string, { token }: Person, method: string, path: string, body?: object): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/rooms/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Runs `step` again and again, at most once in a period, while `goesOn`. */
async function paced(periodMs: number, goesOn: () => boolean, step: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; goesOn(); count++) {
    const restUntilMs = performance.now() + periodMs;
    await step(count);
    const restMs = restUntilMs - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

/** The acts of the owner and one newcomer in a room in each round, in this order. */
function actsOf({ url, owner, member }: LoadOptions, newcomer: Person, count: number): [keyof Timings, Act][] {
  const isEven = count % 2 === 0;
  return [
    ['join', (room) => call(url, newcomer, 'PUT', `${room}/members/@me`, {})],
    [
      'settings',
      (room) => call(url, owner, 'PATCH', `${room}/settings`, { settings: { wait_seconds: isEven ? 5 : 6 } }),
    ],
    [
      'other',
      (room) => call(url, owner, 'PATCH', `${room}/members/${member.id}`, { role: isEven ? 'admin' : 'member' }),
    ],
    ['other', (room) => call(url, owner, 'PATCH', `${room}/playback`, { position_seconds: count })],
    ['other', (room) => call(url, owner, 'DELETE', `${room}/members/${newcomer.id}`)],
  ];
}

async function runActs(options: LoadOptions, goesOn: () => boolean): Promise<{ loaded: Acts; silent: Acts }> {
  const loaded: Timings = { join: [], settings: [], other: [], failed: 0 };
  const silent: Timings = { join: [], settings: [], other: [], failed: 0 };
  const places = [
    { room: options.room, timings: loaded },
    { room: options.silentRoom, timings: silent },
  ];
  await paced(roundPeriodMs, goesOn, async (count) => {
    const newcomer = options.newcomers[count];
    if (newcomer === undefined) return;
    for (const [kind, act] of actsOf(options, newcomer, count)) {
      for (const { room, timings } of places) {
        const startedAtMs = performance.now();
        if (!(await act(room))) timings.failed += 1;
        if (kind !== 'failed') timings[kind].push(performance.now() - startedAtMs);
      }
    }
  });
  return { loaded: toActs(loaded), silent: toActs(silent) };
}

function toActs({ join, settings, other, failed }: Timings): Acts {
  return {
    joinP99: quantile(join, 0.99),
    settingsP99: quantile(settings, 0.99),
    otherP99: quantile(other, 0.99),
    failed,
  };
}

const tasks = {
  async run(options: LoadOptions): Promise<ContentionLoad> {
    const { url, room, owner, talkers, ms } = options;
    const messageMs: number[] = [];
    let failedMessages = 0;
    let isMeasured = true;
    let isChatting = true;
    const startedAtMs = performance.now();
    const chats = talkers.map((talker, place) =>
      paced(
        messagePeriodMs,
        () => isChatting,
        async (count) => {
          // People begin at different moments of the period.
          if (count === 0)
            await new Promise((resolve) => setTimeout(resolve, (place * messagePeriodMs) / talkers.length));
          const sentAtMs = performance.now();
          const message = { content: 'ha', client_message_id: `${talker.id} ${count}` };
          const isSent = await call(url, talker, 'POST', `${room}/chat/messages`, message);
          if (!isMeasured) return;
          messageMs.push(performance.now() - sentAtMs);
          if (!isSent) failedMessages += 1;
        },
      ),
    );
    const acts = await runActs(options, () => performance.now() - startedAtMs < ms);
    isMeasured = false;
    const seconds = (performance.now() - startedAtMs) / 1000;
    const deletedAtMs = performance.now();
    const isDeleted = await call(url, owner, 'DELETE', room);
    const deleteMs = performance.now() - deletedAtMs;
    isChatting = false;
    await Promise.all(chats);
    return {
      ...acts,
      messagesPerSecond: messageMs.length / seconds,
      messageP99: quantile(messageMs, 0.99),
      failedMessages,
      deleteMs,
      deleteFailed: isDeleted ? 0 : 1,
    };
  },
};

export type ContentionTasks = typeof tasks;
serveTasks(tasks);
