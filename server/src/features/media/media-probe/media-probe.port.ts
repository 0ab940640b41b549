import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Reader, Tx } from '../../../store/database.ts';

/** What is known about the film of one version of an item's source. */
export interface KnownFacts {
  readonly sourceVersion: number;
  readonly facts: MediaFacts;
}

/** What has been found in films. It depends on no other feature, so the library can depend on it. */
export interface FoundFacts {
  find(reader: Reader, mediaId: string): Promise<KnownFacts | undefined>;
  /** False when the item has another source by now, or is gone. */
  put(tx: Tx, mediaId: string, known: KnownFacts): Promise<boolean>;
}

/** Finds out about films in the background. */
export interface MediaProbe {
  /** Items that are new, or about to be played. What is known already, or was tried lately, is left alone. Returns at once. */
  request(roomId: string, mediaIds: readonly string[]): void;
}
