import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '../client/room/resource.ts';
import type { RoomOffers } from './room-offers.ts';
import type { RoomDialog, RoomScope } from './room-scope.ts';

/**
 * What a feature adds to the screen of a room. Its folder exports one as `roomEntry` from `room-entry.tsx`; nothing else is
 * needed. Its texts are those of the folder.
 */
export interface RoomEntry {
  /** Name of the folder, which is the namespace of its texts. */
  readonly namespace: string;
  /** Order of panels, menu items and keys, smallest first. Resources are asked for in this order too. */
  readonly order: number;
  /** Observed as long as the room is open; read with `useResource`. */
  readonly resources?: readonly Resource<unknown>[];
  /** Surrounds the whole screen. It keeps the feature's state as long as the screen is shown, and may draw over the screen. */
  readonly Provider?: ComponentType<{ readonly children: ReactNode }>;
  readonly panel?: RoomPanel;
  /** A line above the panels; over the film while that has the page to itself. Guests see it too. */
  readonly strip?: ComponentType<RoomStripProps>;
  /** Items of the room's menu. */
  readonly menu?: readonly RoomMenuItem[];
  readonly keys?: readonly RoomKey[];
  /** What features that come before this one use of it. */
  readonly offers?: Partial<RoomOffers>;
}

/** A panel beside the film. It stays mounted while another one is shown. */
export interface RoomPanel {
  /** A hook: what the panel's tab says now. */
  readonly useTab: () => RoomTab;
  readonly Content: ComponentType<RoomPanelProps>;
  /** Its place among the panels that guests see. The first one is in front at the start. Absent: guests do not see it. */
  readonly guestOrder?: number;
}

export interface RoomStripProps {
  readonly place: 'panels' | 'film';
}

export interface RoomPanelProps {
  /** True: the panel can be seen, so what it shows counts as seen. */
  readonly isShown: boolean;
}

export interface RoomTab {
  readonly label: string;
  /** A count that asks for attention. The title of the page shows the sum of all; 0: nothing is shown. */
  readonly badge?: number;
  /** What the badge counts, for screen readers. */
  readonly badgeLabel?: string;
  /** True: some of it is for this person by name. The badge has an `@` then. */
  readonly isUrgent?: boolean;
}

/** An item of the room's menu, which opens a dialog. */
export interface RoomMenuItem {
  /** Key of its text. */
  readonly text: string;
  readonly Icon: LucideIcon;
  /** Absent: for everybody. */
  readonly isOffered?: (scope: RoomScope) => boolean;
  readonly dialog: RoomDialog;
}

/** A key, or several that do the same kind of thing. */
export interface RoomKey {
  /** As they are printed on a keyboard: `T`, `Space`. */
  readonly caps: readonly string[];
  /** What it does: `keys.DOES` in the texts. */
  readonly does: string;
  /** Runs when one of the keys is pressed while nobody types and no dialog is open. Absent: the feature listens itself. */
  readonly press?: (scope: RoomScope, cap: string) => void;
}
