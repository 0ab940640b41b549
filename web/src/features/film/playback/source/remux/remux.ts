import { makeStore } from '../../../../../client/store.ts';
import { diagnose } from '../diagnose.ts';
import { type Engine, type EngineParts, noTracks } from '../engines/engine.ts';
import { type Feeder, makeFeeder, mostAheadSeconds, type Selection } from './feeder.ts';
import { type FilmWorker, startFilmWorker } from './film-worker.ts';
import type { Failure, FilmFacts, FilmPart, OpenedFilm, SoundCoding, TrackFacts } from './messages.ts';
import { makePartBuffer } from './part-buffer.ts';

/** MIME types of sound that was coded anew. */
const codedTypes: Readonly<Record<SoundCoding, string>> = {
  opus: 'audio/mp4; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
};

/** How much to load for a single picture, in seconds: enough that the browser draws it. */
const pictureSeconds = 1;

/** Other names under which browsers know a codec in MP4. */
const otherNames: Readonly<Record<string, readonly string[]>> = { mp3: ['mp3', 'mp4a.6B', 'mp4a.69'] };

/**
 * Plays a film whose container the browser does not know, or whose sound it does not know: a worker reads it by ranges
 * and puts its tracks, as they are, into fragmented MP4 for a media source. [SY98]
 */
export function startRemux(parts: EngineParts): Engine {
  return new RemuxEngine(parts);
}

class RemuxEngine implements Engine {
  readonly tracks = makeStore(noTracks);
  readonly #parts: EngineParts;
  readonly #worker: FilmWorker;
  readonly #mediaSource = new MediaSource();
  readonly #address = URL.createObjectURL(this.#mediaSource);
  #opened: OpenedFilm | undefined;
  /** The sounds that can be heard here, and the chosen one; undefined: there is none. */
  #sounds: readonly TrackFacts[] = [];
  #heard: TrackFacts | undefined;
  #feeder: Feeder | undefined;
  /** True: it has given up, or was stopped. */
  #isOver = false;
  #isStopped = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#worker = startFilmWorker(parts.current);
    parts.media.addEventListener('error', this.#onError);
    this.#start().catch(this.#fail);
  }

  limitHeight(): void {}

  chooseAudio(id: string): void {
    const sound = this.#sounds.find(({ index }) => String(index) === id);
    if (sound === undefined || sound === this.#heard) return;
    this.#heard = sound;
    this.#tell();
    this.#feeder?.begin(this.#parts.media.currentTime, selectionOf(this.#opened!, sound, this.#picture), ['sound']);
  }

  stop(): void {
    const { media } = this.#parts;
    this.#isStopped = true;
    this.#end();
    media.removeEventListener('error', this.#onError);
    URL.revokeObjectURL(this.#address);
    media.removeAttribute('src');
    media.load();
  }

  async #start(): Promise<void> {
    const { media, remuxing, isSparing = false, startSeconds = 0 } = this.#parts;
    const codings = remuxing === 'coded' && !isSparing ? playedCodings() : [];
    const [whole] = await Promise.all([
      this.#worker.open(codings),
      openSource(media, this.#mediaSource, this.#address),
    ]);
    if (this.#isOver) return;
    const opened = isSparing ? { ...whole, facts: { ...whole.facts, sounds: [] } } : whole;
    this.#opened = opened;
    this.#sounds = opened.facts.sounds.filter((sound) => soundType(sound, opened) !== undefined);
    if (!isPlayable(opened.facts, this.#sounds)) throw new Error('nothing plays it');
    this.#heard = this.#sounds.find(({ isDefault }) => isDefault) ?? this.#sounds[0];
    // Whoever reads the tracks may choose a sound at once.
    this.#tell();
    const selection = selectionOf(opened, this.#heard, this.#picture);
    const mediaSource = this.#mediaSource;
    mediaSource.duration = opened.facts.durationSeconds;
    const buffers = new Map([...selection.types].map(([part, type]) => [part, makePartBuffer(mediaSource, type)]));
    this.#feeder = makeFeeder({
      ...{ media, mediaSource, buffers, worker: this.#worker, onFailure: this.#fail },
      aheadSeconds: isSparing ? pictureSeconds : mostAheadSeconds,
    });
    if (startSeconds > 0) media.currentTime = startSeconds;
    this.#feeder.begin(startSeconds, selection);
  }

  /** The picture, if the element shows any. */
  get #picture(): TrackFacts | undefined {
    return this.#parts.media instanceof HTMLVideoElement ? this.#opened?.facts.picture : undefined;
  }

  #tell(): void {
    const audios = this.#sounds.map(({ index, name, language }) => ({ id: String(index), name, language }));
    this.tracks.set({ ...noTracks, audios, audio: this.#heard && String(this.#heard.index) });
  }

  #end(): void {
    this.#isOver = true;
    this.#worker.stop();
    this.#feeder?.stop();
  }

  readonly #onError = () => void this.#fail(this.#parts.media.error);

  readonly #fail = async (error: unknown): Promise<void> => {
    if (this.#isOver) return;
    this.#end();
    const { media, current, onProblem } = this.#parts;
    const { reason, status } = error as Partial<Failure>;
    const hasPlayed = media.readyState > 0;
    const problem = reason === 'network' ? await diagnose(current(), 'script', status || undefined) : 'format';
    if (!this.#isStopped) onProblem(hasPlayed && reason === 'network' && problem === 'format' ? 'network' : problem);
  };
}

/** A film that lacks its picture or all its sound here is better played in another way. */
function isPlayable({ isWhole, picture, sounds }: FilmFacts, played: readonly TrackFacts[]): boolean {
  const hasPicture = picture === undefined || copiedType('video', picture) !== undefined;
  return isWhole && hasPicture && (sounds.length === 0 || played.length > 0);
}

function selectionOf(opened: OpenedFilm, heard: TrackFacts | undefined, picture: TrackFacts | undefined): Selection {
  const types = new Map<FilmPart, string>();
  if (picture) types.set('picture', copiedType('video', picture)!);
  if (heard) types.set('sound', soundType(heard, opened)!);
  const isCoded = heard !== undefined && copiedType('audio', heard) === undefined;
  return { types, sound: heard?.index, coding: isCoded ? opened.coding : undefined };
}

function soundType(sound: TrackFacts, { coding }: OpenedFilm): string | undefined {
  return copiedType('audio', sound) ?? (coding && sound.isDecodable ? codedTypes[coding] : undefined);
}

/** The MIME type of a track that the browser takes as it is; undefined: it does not. */
function copiedType(kind: 'video' | 'audio', { codec }: TrackFacts): string | undefined {
  if (codec === '') return undefined;
  const types = (otherNames[codec] ?? [codec]).map((name) => `${kind}/mp4; codecs="${name}"`);
  return types.find((type) => MediaSource.isTypeSupported(type));
}

/** Codings for sound that the browser does not know. Only secure pages have coders (WebCodecs §10). */
function playedCodings(): readonly SoundCoding[] {
  if (!('AudioEncoder' in globalThis)) return [];
  return (['opus', 'aac'] as const).filter((coding) => MediaSource.isTypeSupported(codedTypes[coding]));
}

function openSource(media: HTMLMediaElement, mediaSource: MediaSource, address: string): Promise<void> {
  return new Promise((resolve) => {
    mediaSource.addEventListener('sourceopen', () => resolve(), { once: true });
    media.src = address;
    media.load();
  });
}
