/** A text and when it is shown, in seconds of the film. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
