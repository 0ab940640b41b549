import type { Feature } from '../features/feature.ts';
import type { ItemChange } from '../features/watching/playback/playback.port.ts';
import type { WatchedBeat } from '../features/watching/watched/watched.port.ts';
import type { Tx } from '../store/database.ts';
import type { PersonalData } from '../store/personal-data.ts';

/** The lists that a feature contributes to, for other features to use. */
type ListKey = {
  [K in keyof Feature]-?: NonNullable<Feature[K]> extends readonly unknown[] ? K : never;
}[keyof Feature];
type Listed<K extends ListKey> = NonNullable<Feature[K]>[number];

/**
 * The features of the server, in the order of their creation. Some need the contributions of all others, such as ways
 * to sign in. They may read these while they answer a call, when the list is complete, but not while they are being
 * made.
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

  /** What features keep about people. */
  personalData(): PersonalData[] {
    return this.#features.flatMap(({ personalData }) => personalData ?? []);
  }

  /** Tells every feature that a user has connected to a room. */
  onConnected(roomId: string, userId: string): void {
    for (const feature of this.#features) feature.onConnected?.(roomId, userId);
  }

  signals(): NonNullable<Feature['signals']> {
    return Object.assign({}, ...this.#features.map((feature) => feature.signals));
  }

  /** Deletes a part of what features keep for a room that is about to be erased. True: there is more. */
  async onRoomErasing(roomId: string): Promise<boolean> {
    for (const feature of this.#features) if (await feature.onRoomErasing?.(roomId)) return true;
    return false;
  }

  /** Tells every feature that another item of a room plays, or none. */
  async onItemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void> {
    for (const feature of this.#features) await feature.onItemChanged?.(tx, roomId, change);
  }

  /** Tells every feature that a picture was found in the film of an item. */
  async onArtwork(tx: Tx, roomId: string, mediaId: string): Promise<void> {
    for (const feature of this.#features) await feature.onArtwork?.(tx, roomId, mediaId);
  }

  /** Tells every feature who watches what now. */
  async onWatched(tx: Tx, beat: WatchedBeat): Promise<void> {
    for (const feature of this.#features) await feature.onWatched?.(tx, beat);
  }

  /** Tells every feature of a reaction to the film of a room. */
  onFilmReaction(roomId: string, userId: string, reactionKey: string): void {
    for (const feature of this.#features) feature.onFilmReaction?.(roomId, userId, reactionKey);
  }

  /** Gives every feature the certificate and the key of this server that were read again. */
  onTlsRenewed(files: Parameters<NonNullable<Feature['onTlsRenewed']>>[0]): void {
    for (const feature of this.#features) feature.onTlsRenewed?.(files);
  }

  /** Tells every feature which settings change in `tx`. */
  onSettingsChanged(tx: Tx, changed: ReadonlyMap<string, unknown>): void {
    for (const feature of this.#features) feature.onSettingsChanged?.(tx, changed);
  }

  /** Lets every feature hand over to the heir what others still see of an erased account. */
  async onUserErased(tx: Tx, userId: string, heirId: string): Promise<void> {
    for (const feature of this.#features) await feature.onUserErased?.(tx, userId, heirId);
  }
}
