/** A text and its time in the film. */
export interface Cue {
  /** In seconds of the film. */
  readonly start: number;
  /** In seconds of the film, later than `start`. */
  readonly end: number;
  /**
   * The lines of the cue. `&`, `<` and `>` are escaped as in WebVTT, and the only tags are `b`, `i` and `u`, as all
   * formats have them.
   */
  readonly text: string;
}

/** Largest file that programs read, in bytes. Files for films have less than a hundredth of that. */
export const maxFileBytes = 20_000_000;
/** Most cues that are read of a file: a film of three hours has about three thousand. */
export const maxCues = 100_000;
/** Longest text of a cue that is read, in characters. */
const maxText = 5_000;

/** The cue, unless its times are not in order or it has no text. */
export function cueOf(start: number | undefined, end: number | undefined, markup: string): readonly Cue[] {
  const text = markup
    .slice(0, maxText)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => plainText(line).trim() !== '')
    .join('\n');
  return start === undefined || end === undefined || !(end > start) || text === '' ? [] : [{ start, end, text }];
}

/** The text of a cue without tags and escapes. */
export function plainText(markup: string): string {
  return markup
    .replace(/<\/?[biu]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Most texts that are shown at a time: more are effects of styles, or made to do harm. */
const maxTexts = 20;

/** The texts to show at `position`, in seconds. Cues that lie on one another have one text. */
export function textsAt(cues: readonly Cue[], position: number): readonly string[] {
  const shown = cues.filter(({ start, end }) => start <= position && position < end);
  return [...new Set(shown.map(({ text }) => text))].slice(0, maxTexts);
}

/** A part of a text that looks alike. */
export interface TextRun {
  readonly text: string;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
}

/** The parts of a cue's text, each without tags and escapes. A tag that nothing closes holds to the end of the cue. */
export function runsOf(markup: string): readonly TextRun[] {
  const open = new Set<string>();
  return markup.split(/(<\/?[biu]>)/).flatMap((part) => {
    const [, slash, mark] = /^<(\/?)([biu])>$/.exec(part) ?? [];
    if (mark !== undefined) {
      if (slash) open.delete(mark);
      else open.add(mark);
    }
    const text = plainText(part);
    return text === '' ? [] : [{ text, isItalic: open.has('i'), isBold: open.has('b'), isUnderlined: open.has('u') }];
  });
}
