import { cueOf } from '@matinee/subtitles/cue.ts';
import { readMarkup } from '@matinee/subtitles/markup.ts';
import Hls, { type CuesParsedData } from 'hls.js';
import type { LanguageTrack } from './engine.ts';
import { makeTextCues } from './text-cues.ts';

/**
 * The subtitles of a playlist: hls.js loads and parses them, and the page draws them, so that size, delay and language
 * work as for files. `renderTextTracksNatively` must be false. [SY82]
 */
export function readTexts(hls: Hls) {
  const cues = makeTextCues();
  let chosen = -1;

  hls.on(Hls.Events.MANIFEST_PARSED, () => choose());
  hls.on(Hls.Events.CUES_PARSED, (_, { type, cues: parsed, track }: CuesParsedData) => {
    const own = hls.allSubtitleTracks[chosen];
    // Cues of another track come when it was left while they loaded.
    if (type !== 'subtitles' || own === undefined || track !== (own.default ? 'default' : `subtitles${chosen}`)) return;
    cues.add(
      (parsed as readonly VTTCue[]).flatMap(({ startTime, endTime, text }) =>
        cueOf(startTime, endTime, readMarkup(text)),
      ),
    );
  });

  function choose(): void {
    hls.subtitleDisplay = chosen >= 0;
    if (hls.subtitleTrack !== chosen) hls.subtitleTrack = chosen;
  }

  return {
    cues: cues.store,
    choose(id: string | undefined) {
      chosen = id === undefined ? -1 : Number(id);
      cues.clear();
      choose();
    },
    tracks: (): { readonly texts: readonly LanguageTrack[]; readonly text: string | undefined } => ({
      texts: hls.subtitleTracks.map(({ name, lang }, index) => ({ id: String(index), name, language: lang ?? '' })),
      text: chosen < 0 ? undefined : String(chosen),
    }),
  };
}
