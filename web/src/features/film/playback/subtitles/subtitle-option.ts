/** Subtitles that the item offers: files beside the film, and tracks inside of it. */
export interface SubtitleOption {
  readonly name: string;
  /** A language tag (BCP 47); empty: unknown. */
  readonly language: string;
  /** The address of the file, or the id of the track. */
  readonly source: { readonly url: string } | { readonly trackId: string };
}
