import type { ReadBytes } from '../../../../drivers/demuxing/ebml.ts';
import type { UpstreamResource } from '../proxy.port.ts';

export interface FilmSubtitlesRequest {
  readonly resource: UpstreamResource;
  /** The user who asks. */
  readonly owner: string;
  /** The track: its place among the subtitles of the film. */
  readonly order: number;
}

/** Reads a film for a user, in their turn. @throws UpstreamFailed, AppError `proxy.bad_answer`, `proxy.upstream_failed` */
export type ReadFilm = <T>(
  request: FilmSubtitlesRequest,
  signal: AbortSignal,
  use: (read: ReadBytes, size: number) => Promise<T>,
) => Promise<T>;
