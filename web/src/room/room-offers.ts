import type { ChatMessage, DanmakuComment, Media } from '@matinee/contract/gen/api.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { RoomConnection } from '../client/room/room.ts';

/** Comments that come while the film is watched. */
export interface ArrivingComments {
  /** Calls `onComment` for each that comes. @returns what ends that */
  subscribe(onComment: (comment: DanmakuComment) => void): () => void;
}

/** What can be done about the item that plays; an action is undefined when the person may not take it. */
export interface CurrentItem {
  /** Plays the next one, where there is one. */
  readonly next: (() => void) | undefined;
  /** Plays the next one and removes this one. */
  readonly remove: (() => void) | undefined;
  /** Plays the next one if this one still plays, and says nothing where that fails. */
  readonly skip: (() => Promise<void>) | undefined;
}

/** What a line of the chat asks for beside its text. */
export type SpeechMetadata = { readonly asks_for: 'remote' };

/** The chat, for those who say something in it, or hear what is asked there. */
export interface Speech {
  /** Says something for the person at this page, and shows it; undefined: they may not write. */
  readonly say: ((content: string, metadata?: SpeechMetadata) => void) | undefined;
  /** The newest messages as far as they are loaded, oldest first. */
  readonly latest: readonly ChatMessage[];
}

/**
 * What features of a room offer to those that know nothing of them, as they come before them. One feature at most offers each; names
 * that begin with `use` are hooks.
 */
export interface RoomOffers {
  /** Lies over a film that fills the screen. */
  readonly OverFilm: ComponentType<{ readonly areControlsShown: boolean }>;
  /** What people say, as comments that fly over the film. The same object while the room is the same. */
  readonly useArrivingComments: (room: RoomConnection) => ArrivingComments;
  readonly useCurrentItem: (media: Media | undefined) => CurrentItem;
  readonly useSpeech: () => Speech;
}

const silence: Speech = { say: undefined, latest: [] };
/** Where nobody speaks. */
export const useSilence = (): Speech => silence;

export const RoomOffersContext = createContext<Partial<RoomOffers>>({});

/** What a feature of this room offers; `otherwise` where none does. */
export function useOffer<Name extends keyof RoomOffers>(name: Name, otherwise: RoomOffers[Name]): RoomOffers[Name] {
  return useContext(RoomOffersContext)[name] ?? otherwise;
}
