import { type ByteSource, makeByteSource, ReadFailure } from './byte-source.ts';
import { type Film, openFilm } from './film.ts';
import type { Answer, Failure, FilmPart, OpenedFilm, Piece, Request, RunChoice, SoundCoding } from './messages.ts';
import { codeSound, copyPicture, copySound, type Stretch } from './stretches.ts';

/** Reads a film outside of the page's thread, and makes pieces of fragmented MP4 from it. */

/** Shortest time between two reports to the page that bytes come, in milliseconds. */
const busyEveryMs = 200;

let bytes: ByteSource | undefined;
let film: Film | undefined;
const runs = new Map<FilmPart, { readonly run: number; readonly stretch: Promise<Stretch> }>();
let busyMs = 0;

const say = (answer: Answer, moved: Transferable[] = []) => self.postMessage(answer, { transfer: moved });

function onBytes(): void {
  const nowMs = performance.now();
  if (nowMs - busyMs < busyEveryMs) return;
  busyMs = nowMs;
  say({ isBusy: true });
}

async function open(url: string, codings: readonly SoundCoding[]): Promise<OpenedFilm> {
  bytes = makeByteSource(url, onBytes);
  film = await openFilm(bytes);
  bytes.setOpened();
  const needsDecoder = codings.length > 0 && film.facts.sounds.some(({ isDecodable }) => isDecodable);
  return { facts: film.facts, coding: needsDecoder ? await loadDecoder(codings) : undefined };
}

/** Loads the decoder for AC-3: a megabyte of code, which few films need. */
async function loadDecoder(codings: readonly SoundCoding[]): Promise<SoundCoding | undefined> {
  const beat = setInterval(() => say({ isBusy: true }), busyEveryMs);
  try {
    const { makeReady } = await import('./ac3-decoder.ts');
    return await makeReady(codings);
  } finally {
    clearInterval(beat);
  }
}

function begin({ run, fromSeconds, parts, sound, coding }: RunChoice): void {
  if (film === undefined) throw new Error('not open');
  for (const part of parts) {
    stop(part);
    const stretch = part === 'picture' ? pictureOf(film, fromSeconds) : soundOf(film, fromSeconds, sound, coding);
    if (stretch === undefined) continue;
    // The next request for a piece reports a failure.
    stretch.catch(() => undefined);
    runs.set(part, { run, stretch });
  }
}

function stop(part: FilmPart): void {
  runs.get(part)?.stretch.then(
    (stretch) => stretch.stop(),
    () => undefined,
  );
  runs.delete(part);
}

function pictureOf({ picture, zeroSeconds, lost }: Film, fromSeconds: number): Promise<Stretch> | undefined {
  return picture && copyPicture(picture, { zeroSeconds, lost }, fromSeconds);
}

function soundOf(
  { sounds, zeroSeconds }: Film,
  fromSeconds: number,
  index: number | undefined,
  coding: SoundCoding | undefined,
): Promise<Stretch> | undefined {
  const sound = index === undefined ? undefined : sounds[index];
  if (sound === undefined) return undefined;
  return coding ? codeSound(sound, zeroSeconds, fromSeconds, coding) : copySound(sound, zeroSeconds, fromSeconds);
}

async function next(run: number, part: FilmPart): Promise<Piece> {
  const found = runs.get(part);
  const stretch = await (found?.run === run ? found.stretch : undefined);
  return stretch ? stretch.next() : { bytes: new Uint8Array(), endSeconds: 0, isLast: true };
}

async function answer(request: Request): Promise<unknown> {
  if (request.kind === 'open') return open(request.url, request.codings);
  bytes?.setUrl(request.url);
  return request.kind === 'begin' ? begin(request.choice) : next(request.run, request.part);
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReadFailure) return error.failure;
  return bytes?.failure() ?? { reason: 'format', status: 0 };
}

self.onmessage = ({ data: { id, request } }: MessageEvent<{ id: number; request: Request }>) => {
  answer(request).then(
    (value) => {
      const piece = value as Partial<Piece> | undefined;
      say({ id, value }, piece?.bytes ? [piece.bytes.buffer] : []);
    },
    (error) => say({ id, failure: failureOf(error) }),
  );
};
