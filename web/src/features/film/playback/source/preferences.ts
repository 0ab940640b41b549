import { makeKept } from '../../../../ui/kept.ts';
import type { AudioTrack } from './engines/engine.ts';
import type { LoadedMedia } from './engines/load-media.ts';

/** The highest picture that this person wants, in pixels; 0: whatever the network allows. Kept with the device, as its network and screen are. [SY51] */
export const wantedHeight = makeKept<number>('matinee.height', (stored) => Number(stored) || 0);

/** The sound that this person wants, as `trackKey` writes it; empty: the film's own choice. [SY51] */
export const wantedAudio = makeKept<string>('matinee.audio', (stored) => stored ?? '');

/** What a track is known by in other films too: its language, and its name among those of one language. */
export function trackKey({ language, name }: { readonly language: string; readonly name: string }): string {
  return `${language}\n${name}`;
}

/** The track that fits `key` best: the same one, else one of the same language; undefined: none. */
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

/** Plays what this person wants of a film, now and whenever they choose anew. `showsPicture` is false for an element that gives the sound only. @returns what ends that. [SY51] */
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
