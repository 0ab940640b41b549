import type { ChatMessage, DanmakuComment, Media } from '@matinee/contract/gen/api.ts';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { RoomConnection } from '../client/room/room.ts';

/** A source of comments that arrive while the film plays. */
export interface ArrivingComments {
  /** Calls `onComment` for each new comment. @returns a function that ends it */
  subscribe(onComment: (comment: DanmakuComment) => void): () => void;
}

/** Actions on the playing item. An action is undefined when the person may not take it. */
export interface CurrentItem {
  /** Plays the next item, if there is one. */
  readonly next: (() => void) | undefined;
  /** Plays the next item and removes this one. */
  readonly remove: (() => void) | undefined;
  /** Plays the next item if this one still plays. Reports no error when that fails. */
  readonly skip: (() => Promise<void>) | undefined;
}

/** The item that plays by itself after the current one. */
export interface NextItem {
  readonly name: string;
  /** A small picture of it; nothing where it has none. */
  readonly picture: ReactNode;
  /** How long the room rests before it, in seconds. */
  readonly restSeconds: number;
  /** True: the current item begins again. */
  readonly isSame: boolean;
}

/** A request that a chat message carries besides its text. */
export type SpeechMetadata = { readonly asks_for: 'remote' };

/** The chat, for features that write messages or react to requests in it. */
export interface Speech {
  /** Writes a message for the person at this page, and shows it; undefined: they may not write. */
  readonly say: ((content: string, metadata?: SpeechMetadata) => void) | undefined;
  /** The newest messages as far as they are loaded, oldest first. */
  readonly latest: readonly ChatMessage[];
}

/**
 * Parts that features of a room offer to earlier features, which do not know them. At most one feature offers each
 * part. Names that begin with `use` are hooks.
 */
export interface RoomOffers {
  /** Lies over a film that fills the screen. */
  readonly OverFilm: ComponentType<{ readonly areControlsShown: boolean }>;
  /** New messages of the room, as comments that fly over the film. The same object while the room is the same. */
  readonly useArrivingComments: (room: RoomConnection) => ArrivingComments;
  readonly useCurrentItem: (media: Media | undefined) => CurrentItem;
  /** Undefined: nothing plays by itself after the current item. */
  readonly useNextItem: () => NextItem | undefined;
  readonly useSpeech: () => Speech;
  /** Stands above the messages of the chat. `isShown`: the chat is in sight. */
  readonly AboveMessages: ComponentType<{ readonly isShown: boolean }>;
  /** A button beside the chat's search. */
  readonly ChatTool: ComponentType;
}

const nothing: CurrentItem = { next: undefined, remove: undefined, skip: undefined };
/** The defaults without a library. */
export const useNoCurrentItem = (): CurrentItem => nothing;
export const useNoNextItem = (): undefined => undefined;

const silence: Speech = { say: undefined, latest: [] };
/** The default without a chat. */
export const useSilence = (): Speech => silence;

/** The default of a part that is drawn. */
export const Nothing = (): null => null;

export const RoomOffersContext = createContext<Partial<RoomOffers>>({});

/** The part that a feature of this room offers; `otherwise` if no feature does. */
export function useOffer<Name extends keyof RoomOffers>(name: Name, otherwise: RoomOffers[Name]): RoomOffers[Name] {
  return useContext(RoomOffersContext)[name] ?? otherwise;
}
