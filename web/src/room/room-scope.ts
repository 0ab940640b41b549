import type { Permission, Room, RoomRole, RoomSettings } from '@matinee/contract/gen/api.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { RoomConnection } from '../client/room/room.ts';
import type { PublicSettings } from '../client/session/public-settings.ts';

/** A dialog of the room's screen. Made with `lazily`, so that it loads when it is opened. */
export type RoomDialog = ComponentType<{ readonly onClose: () => void }>;

/** The person at this page, with their role and permissions in the room. */
export interface RoomSelf {
  readonly id: string;
  readonly role: RoomRole;
  readonly permissions: ReadonlySet<Permission>;
}

/** The room that the screen shows, for all components of the screen. */
export interface RoomScope {
  readonly room: RoomConnection;
  readonly info: Room;
  /** Undefined: not known yet. */
  readonly settings: RoomSettings | undefined;
  readonly self: RoomSelf;
  /** Settings of the server; undefined: not known yet. */
  readonly server: PublicSettings | undefined;
  /** Shows the panel of a feature, by the namespace of its entry. */
  readonly showPanel: (namespace: string) => void;
  /** False while the film has the page to itself. */
  readonly arePanelsShown: boolean;
  /** Hides the panels, or shows them again. */
  readonly togglePanels: () => void;
  readonly openDialog: (dialog: RoomDialog) => void;
}

export const RoomContext = createContext<RoomScope | undefined>(undefined);

/** The room around the component. */
export function useRoom(): RoomScope {
  const scope = useContext(RoomContext);
  if (!scope) throw new Error('useRoom outside of a room');
  return scope;
}
