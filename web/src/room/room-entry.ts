import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '../client/room/resource.ts';
import type { RoomOffers } from './room-offers.ts';
import type { RoomDialog, RoomScope } from './room-scope.ts';

/**
 * The additions of a feature to the screen of a room. Its folder exports one as `roomEntry` from `room-entry.tsx`;
 * nothing else is needed. The entry uses the texts of the folder.
 */
export interface RoomEntry {
  /** Name of the folder, which is the namespace of its texts. */
  readonly namespace: string;
  /** Order of panels, menu items and keys, smallest first. Resources are requested in this order too. */
  readonly order: number;
  /** Observed as long as the room is open; read with `useResource`. */
  readonly resources?: readonly Resource<unknown>[];
  /**
   * Surrounds the whole screen. Keeps the feature's state as long as the screen is shown, and may draw over the screen.
   */
  readonly Provider?: ComponentType<{ readonly children: ReactNode }>;
  /** Draws nothing, and reports events by toasts. Made by `whenLoaded`: the screen does not wait for it. */
  readonly Toasts?: ComponentType;
  readonly panel?: RoomPanel;
  /** A line above the panels, or over the film while the panels are hidden. Guests see it too. */
  readonly strip?: ComponentType<RoomStripProps>;
  /** Items of the room's menu. */
  readonly menu?: readonly RoomMenuItem[];
  readonly keys?: readonly RoomKey[];
  /** Parts of this feature that earlier features use. */
  readonly offers?: Partial<RoomOffers>;
}

/** A panel beside the film. It stays mounted while another one is shown. */
export interface RoomPanel {
  /** A hook that returns the current state of the panel's tab. */
  readonly useTab: () => RoomTab;
  readonly Content: ComponentType<RoomPanelProps>;
  /**
   * The place among the panels that guests see. The first one is in front at the start. Absent: guests do not see the
   * panel.
   */
  readonly guestOrder?: number;
}

export interface RoomStripProps {
  readonly place: 'panels' | 'film';
}

export interface RoomPanelProps {
  /** True: the panel is visible, so its content counts as seen. */
  readonly isShown: boolean;
}

export interface RoomTab {
  readonly label: string;
  /** A count that asks for attention. The title of the page shows the sum of all badges. 0: no badge. */
  readonly badge?: number;
  /** Label of the badge for screen readers. */
  readonly badgeLabel?: string;
  /** True: at least one of the counted entries mentions this person. The badge then has an `@`. */
  readonly isUrgent?: boolean;
}

/** An item of the room's menu, which opens a dialog. */
export interface RoomMenuItem {
  /** Key of its text. */
  readonly text: string;
  readonly Icon: LucideIcon;
  /** Absent: offered to all people in the room. */
  readonly isOffered?: (scope: RoomScope) => boolean;
  readonly dialog: RoomDialog;
}

/** A key, or several that do the same kind of thing. */
export interface RoomKey {
  /** The keys as printed on a keyboard: `T`, `Space`. */
  readonly caps: readonly string[];
  /** The action: `keys.DOES` in the texts. */
  readonly does: string;
  /**
   * Runs when one of the keys is pressed, except while the person types or a dialog is open. Absent: the feature
   * listens itself.
   */
  readonly press?: (scope: RoomScope, cap: string) => void;
}
