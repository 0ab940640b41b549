/** A text and when it is shown, in seconds of the film. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is to be read at `position`, lines one below the other. */
export function textAt(cues: readonly Cue[], position: number): string {
  return cues
    .filter((cue) => cue.start <= position && position < cue.end)
    .map((cue) => cue.text)
    .join('\n');
}
