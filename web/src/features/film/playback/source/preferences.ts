import { makeStoredChoice } from '../../../../ui/stored-choice.ts';
import type { AudioTrack } from './engines/engine.ts';
import type { LoadedMedia } from './engines/load-media.ts';

/**
 * The largest picture height that this person wants, in pixels; 0: the network decides. Stored on the device, because
 * it depends on the device's network and screen. [SY51]
 */
export const wantedHeight = makeStoredChoice<number>('matinee.height', (stored) => Number(stored) || 0);

/** The audio track that this person wants, as a `trackKey`; empty: the film's default. [SY51] */
export const wantedAudio = makeStoredChoice<string>('matinee.audio', (stored) => stored ?? '');

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

/**
 * Applies this person's choices to a film, now and at each change. `showsPicture` is false for an element that plays
 * only the sound. @returns a function that ends it. [SY51]
 */
export function followPreferences(loaded: LoadedMedia, showsPicture: boolean): () => void {
  const limit = () => loaded.limitHeight(showsPicture ? wantedHeight.get() || undefined : 1);
  const choose = () => {
    const { audios, audio } = loaded.tracks.get();
    const wanted: AudioTrack | undefined = findTrack(audios, wantedAudio.get());
    if (wanted && wanted.id !== audio) loaded.chooseAudio(wanted.id);
  };
  limit();
  choose();
  const ends = [wantedHeight.subscribe(limit), wantedAudio.subscribe(choose), loaded.tracks.subscribe(choose)];
  return () => {
    for (const end of ends) end();
  };
}
