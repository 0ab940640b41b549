import { type Cue, cueOf } from '@matinee/subtitles/cue.ts';
import { escapeText } from '@matinee/subtitles/markup.ts';
import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import type { LanguageTrack } from './engine.ts';
import { makeTextCues } from './text-cues.ts';

/** The subtitles of an MPD: shaka loads and parses them, and the page draws them as it draws files. [SY82] */
export function readTexts(player: shaka.Player) {
  const cues = makeTextCues();
  let chosen: string | undefined;
  let isLoaded = false;
  player.configure('textDisplayFactory', () => ({
    append: (parsed: readonly shaka.text.Cue[]) => cues.add(parsed.flatMap(readCue)),
    configure: () => undefined,
    destroy: () => Promise.resolve(),
    isTextVisible: () => chosen !== undefined,
    // Cues that left the buffer are still right.
    remove: () => true,
    setTextLanguage: () => undefined,
    setTextVisibility: () => undefined,
  }));
  // While shaka loads the MPD it names its tracks, but forgets which of them is selected.
  const all = () => (isLoaded ? player.getTextTracks() : []);

  return {
    cues: cues.store,
    /** Call it once the MPD is loaded. */
    begin() {
      isLoaded = true;
    },
    choose(id: string | undefined) {
      chosen = id;
      cues.clear();
      player.selectTextTrack(all().find((track) => String(track.id) === id) ?? null);
    },
    tracks: (): { readonly texts: readonly LanguageTrack[]; readonly text: string | undefined } => ({
      texts: all().map(({ id, label, language, originalLanguage }) => ({
        id: String(id),
        name: label ?? '',
        language: originalLanguage ?? (language === 'und' ? '' : language),
      })),
      text: all().some(({ id }) => String(id) === chosen) ? chosen : undefined,
    }),
  };
}

function readCue(cue: shaka.text.Cue): readonly Cue[] {
  return cueOf(cue.startTime, cue.endTime, markupOf(cue));
}

/** The text of a cue with its nested parts: regions and paragraphs hold the ones with the text. */
function markupOf(cue: shaka.text.Cue): string {
  if (cue.lineBreak) return '\n';
  const inside = cue.nestedCues.length > 0 ? cue.nestedCues.map(markupOf).join('') : escapeText(cue.payload);
  if (cue.fontStyle === 'italic') return `<i>${inside}</i>`;
  return cue.fontWeight === 700 ? `<b>${inside}</b>` : inside;
}
