import type { Feature } from '../features/feature.ts';
import type { ItemChange } from '../features/watching/playback/playback.port.ts';
import type { WatchedBeat } from '../features/watching/watched/watched.port.ts';
import type { Tx } from '../store/database.ts';
import type { PersonalData } from '../store/personal-data.ts';

/** The lists to which a feature contributes entries for other features. */
type ListKey = {
  [K in keyof Feature]-?: NonNullable<Feature[K]> extends readonly unknown[] ? K : never;
}[keyof Feature];
type Listed<K extends ListKey> = NonNullable<Feature[K]>[number];

/**
 * The features of the server, in the order of their creation. Some need the contributions of all others, such as ways
 * to sign in. They may read these while answering a call, when the list is complete, but not during creation.
 */
export class FeatureList {
  readonly #features: Feature[] = [];

  add<F extends Feature>(feature: F): F {
    this.#features.push(feature);
    return feature;
  }

  /** All entries that features contribute under `key`. */
  all<K extends ListKey>(key: K): Listed<K>[] {
    return this.#features.flatMap((feature) => (feature[key] ?? []) as Listed<K>[]);
  }

  loginMethods(): ReturnType<NonNullable<Feature['loginMethods']>>[number][] {
    return this.#features.flatMap((feature) => feature.loginMethods?.() ?? []);
  }

  /** The declarations of features about personal data. */
  personalData(): PersonalData[] {
    return this.#features.flatMap(({ personalData }) => personalData ?? []);
  }

  /** Notifies every feature that a user has connected to a room. */
  onConnected(roomId: string, userId: string): void {
    for (const feature of this.#features) feature.onConnected?.(roomId, userId);
  }

  signals(): NonNullable<Feature['signals']> {
    return Object.assign({}, ...this.#features.map((feature) => feature.signals));
  }

  /** Deletes a part of the features' data about a room that is about to be erased. True: there is more. */
  async onRoomErasing(roomId: string): Promise<boolean> {
    for (const feature of this.#features) if (await feature.onRoomErasing?.(roomId)) return true;
    return false;
  }

  /** Notifies every feature that a room plays another item, or none. */
  async onItemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void> {
    for (const feature of this.#features) await feature.onItemChanged?.(tx, roomId, change);
  }

  /** Notifies every feature that a picture was found in the film of an item. */
  async onArtwork(tx: Tx, roomId: string, mediaId: string): Promise<void> {
    for (const feature of this.#features) await feature.onArtwork?.(tx, roomId, mediaId);
  }

  /** Notifies every feature of who is watching what. */
  async onWatched(tx: Tx, beat: WatchedBeat): Promise<void> {
    for (const feature of this.#features) await feature.onWatched?.(tx, beat);
  }

  /** Notifies every feature of a reaction to the film of a room. */
  onFilmReaction(roomId: string, userId: string, reactionKey: string): void {
    for (const feature of this.#features) feature.onFilmReaction?.(roomId, userId, reactionKey);
  }

  /** Passes the reloaded certificate and key of this server to every feature. */
  onTlsRenewed(files: Parameters<NonNullable<Feature['onTlsRenewed']>>[0]): void {
    for (const feature of this.#features) feature.onTlsRenewed?.(files);
  }

  /** Notifies every feature which settings change in `tx`. */
  onSettingsChanged(tx: Tx, changed: ReadonlyMap<string, unknown>): void {
    for (const feature of this.#features) feature.onSettingsChanged?.(tx, changed);
  }

  /** Lets every feature transfer the parts of an erased account that others still see to the heir. */
  async onUserErased(tx: Tx, userId: string, heirId: string): Promise<void> {
    for (const feature of this.#features) await feature.onUserErased?.(tx, userId, heirId);
  }
}
