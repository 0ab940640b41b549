import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** Comments that come while the film plays, from whatever source. [WDK6] */
export interface ArrivingComments {
  /** @returns a function that ends it */
  subscribe(onComment: (comment: DanmakuComment) => void): () => void;
}
