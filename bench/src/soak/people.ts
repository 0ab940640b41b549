/** People who enter rooms, stay for a while, act, and leave. */

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { completion, createSession, sendPart } from '@matinee/testkit/files/upload.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { Crowd } from '../crowd.ts';
import { serveTasks } from '../worker.ts';

interface Person {
  readonly token: string;
  readonly room: string;
}

interface Town {
  readonly url: string;
  readonly port: number;
  readonly people: readonly Person[];
}

/** Average interval of each action, in milliseconds; how long people stay and are away. */
const every = { chat: 15_000, jump: 60_000, react: 20_000, upload: 300_000 };
const [stayMs, awayMs] = [60_000, 10_000];
const fileBytes = 64 * 1_024;

let isOver = false;
let living: Promise<unknown> | undefined;
/** Durations of calls since the last query, in milliseconds. */
let times: number[] = [];
let failure: unknown;

/** A time around `ms`. */
const about = (ms: number) => ms * (0.5 + Math.random());

async function live(town: Town, person: Person): Promise<void> {
  await pause(Math.random() * awayMs);
  while (!isOver) {
    const crowd = new Crowd();
    await crowd.open({
      port: town.port,
      kind: 'room',
      seats: [{ path: `/ws/rooms/${person.room}`, token: person.token }],
    });
    await Promise.race([stay(town, person, performance.now() + about(stayMs)), crowd.failed]);
    crowd.close();
    await pause(about(awayMs));
  }
}

async function stay(town: Town, person: Person, untilMs: number): Promise<void> {
  const doing = Object.entries(every).map(async ([what, ms]) => {
    for (;;) {
      const next = performance.now() + about(ms);
      if (next > untilMs || isOver) return;
      await pause(next - performance.now());
      await acts[what as keyof typeof every](town, person);
    }
  });
  await Promise.all([...doing, pause(untilMs - performance.now())]);
}

const acts = {
  chat: (town: Town, person: Person) =>
    call(town, person, 'POST', 'chat/messages', { content: 'so it goes', client_message_id: crypto.randomUUID() }),
  jump: (town: Town, person: Person) =>
    call(town, person, 'PATCH', 'playback', { position_seconds: Math.floor(Math.random() * 60) }),
  react: (town: Town, person: Person) => call(town, person, 'POST', 'playback/reactions', { reaction_key: '🎉' }),
  upload: (town: Town, person: Person) => upload(town, person),
};

async function call({ url }: Town, { token, room }: Person, verb: string, path: string, body: object): Promise<void> {
  const askedMs = performance.now();
  const response = await fetch(`${url}/api/rooms/${room}/${path}`, {
    method: verb,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  times.push(performance.now() - askedMs);
}

async function upload({ url }: Town, { token, room }: Person): Promise<void> {
  const bytes = randomBytes(fileBytes);
  // The start of a ZIP file.
  bytes.write('PK\u0003\u0004');
  const { json: session, reason } = await createSession({
    url,
    token,
    room,
    bytes,
    name: 'a.zip',
    type: 'application/zip',
  });
  if (reason !== undefined) throw new Error(reason);
  const request = completion(session, bytes, []);
  for (const [place, part] of session.plan.parts.entries()) {
    const answer = await sendPart(url, session, part, bytes);
    await answer.arrayBuffer();
    request.parts![place].etag = answer.headers.get('etag');
  }
  const done = await callRest(url, {
    call: 'RoomService.CompleteChatAttachmentUploadSession',
    request: request as never,
  });
  if (done.status !== 200) throw new Error(done.reason);
}

const tasks = {
  /** Starts the arrivals. */
  begin(town: Town): void {
    living = Promise.all(town.people.map((person) => live(town, person))).catch((cause: unknown) => {
      failure = cause;
    });
  },
  /** How long calls took since this was asked last. @throws what went wrong */
  async times(): Promise<number[]> {
    if (failure) throw failure;
    const taken = times;
    times = [];
    return taken;
  },
  /** All go. */
  async end(): Promise<void> {
    isOver = true;
    await living;
    if (failure) throw failure;
  },
};

export type SoakPeople = typeof tasks;
serveTasks(tasks);
