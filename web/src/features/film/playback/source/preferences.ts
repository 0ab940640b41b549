import type { Cue } from '@matinee/subtitles/cue.ts';
import type { Store, WritableStore } from '../../../../client/store.ts';
import { makeStoredChoice } from '../../../../ui/stored-choice.ts';
import type { LanguageTrack } from './engines/engine.ts';
import type { LoadedMedia } from './engines/load-media.ts';
import { makeSeriesChoice } from './series-choice.ts';

/**
 * The largest picture height that this person wants, in pixels; 0: the network decides. Stored on the device, because
 * it depends on the device's network and screen. [SY51]
 */
export const wantedHeight = makeStoredChoice<number>('matinee.height', (stored) => Number(stored) || 0);

/** The audio track that this person wants, as a `trackKey`; empty: the film's default. [SY51] [SY95] */
export const wantedAudio = makeSeriesChoice('matinee.audio');

/** A key that also finds the track in other films: its language, and its name among tracks of that language. */
export function trackKey({ language, name }: { readonly language: string; readonly name: string }): string {
  return `${language}\n${name}`;
}

/** The track that fits `key` best: the same key, else the same language; undefined: none. */
export function findTrack<T extends { readonly language: string; readonly name: string }>(
  tracks: readonly T[],
  key: string,
): T | undefined {
  const language = key.split('\n', 1)[0];
  return (
    tracks.find((track) => trackKey(track) === key) ??
    (language === '' ? undefined : tracks.find((track) => track.language === language))
  );
}

/** The subtitles inside of the film that plays: the wanted track, and its loaded cues. */
export interface FilmTexts {
  /** The id of the wanted track; undefined: none. */
  readonly wanted: Store<string | undefined>;
  readonly cues: WritableStore<readonly Cue[]>;
}

/** Shows the wanted subtitles of a film, now and at each change. @returns a function that ends it. [SY82] */
export function followTexts(loaded: LoadedMedia, { wanted, cues }: FilmTexts): () => void {
  const choose = () => {
    const { texts, text } = loaded.tracks.get();
    const id = texts.some((track) => track.id === wanted.get()) ? wanted.get() : undefined;
    if (id !== text) loaded.chooseText(id);
  };
  choose();
  const ends = [
    wanted.subscribe(choose),
    loaded.tracks.subscribe(choose),
    loaded.cues.subscribe(() => cues.set(loaded.cues.get())),
  ];
  return () => {
    for (const end of ends) end();
    cues.set([]);
  };
}

/**
 * Applies this person's choices to a film, now and at each change. `showsPicture` is false for an element that plays
 * only the sound. @returns a function that ends it. [SY51]
 */
export function followPreferences(loaded: LoadedMedia, showsPicture: boolean): () => void {
  const limit = () => loaded.limitHeight(showsPicture ? wantedHeight.get() || undefined : 1);
  const choose = () => {
    const { audios, audio } = loaded.tracks.get();
    const wanted: LanguageTrack | undefined = findTrack(audios, wantedAudio.get());
    if (wanted && wanted.id !== audio) loaded.chooseAudio(wanted.id);
  };
  limit();
  choose();
  const ends = [wantedHeight.subscribe(limit), wantedAudio.subscribe(choose), loaded.tracks.subscribe(choose)];
  return () => {
    for (const end of ends) end();
  };
}
