/** Subtitles that the item offers: files beside the film, and tracks inside of it. */
export interface SubtitleOption {
  readonly name: string;
  /** A language tag (BCP 47); empty: unknown. */
  readonly language: string;
  /**
   * The address of the file, the id of the track in the player, the server's path for the parts of a track, or the ids
   * of what a member gave to everybody.
   */
  readonly source: { readonly url: string } | { readonly trackId: string } | FilmSubtitlesSource | SharedSource;
}

/** Subtitles inside of a file, which the server reads a part at a time. */
export interface FilmSubtitlesSource {
  readonly path: string;
  readonly partSeconds: number;
}

/** Subtitles that a member gave to everybody. */
export interface SharedSource {
  readonly sharedId: string;
  readonly creatorId: string;
}
