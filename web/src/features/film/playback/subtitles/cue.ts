/** A text and its time, in seconds of the film. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text to show at `position`; several cues are on lines of their own. */
export function textAt(cues: readonly Cue[], position: number): string {
  return cues
    .filter((cue) => cue.start <= position && position < cue.end)
    .map((cue) => cue.text)
    .join('\n');
}
