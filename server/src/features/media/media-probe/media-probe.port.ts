import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Reader, Tx } from '../../../store/database.ts';

/** The known facts about the film of one version of an item's source. */
export interface StoredFacts {
  readonly sourceVersion: number;
  readonly facts: MediaFacts;
}

/** The facts found in films. This depends on no other feature, so the library can depend on it. */
export interface FactStore {
  find(reader: Reader, mediaId: string): Promise<StoredFacts | undefined>;
  /** False if the item has another source by now, or is gone. */
  put(tx: Tx, mediaId: string, known: StoredFacts): Promise<boolean>;
}

/** Finds facts about films in the background. */
export interface MediaProbe {
  /**
   * Asks for facts about new items, or items about to play. Skips items with known facts and items tried lately.
   * Returns at once.
   */
  request(roomId: string, mediaIds: readonly string[]): void;
}
