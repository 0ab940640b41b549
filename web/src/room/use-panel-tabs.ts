import type { ComponentType } from 'react';
import type { RoomEntry, RoomPanelProps, RoomTab } from './room-entry.ts';

/** A panel with the current state of its tab. */
export interface PanelTab extends RoomTab {
  readonly namespace: string;
  readonly Content: ComponentType<RoomPanelProps>;
}

/** The panels of `entries`. The entries must be the same at each call, because each has a hook. */
export function usePanelTabs(entries: readonly RoomEntry[]): readonly PanelTab[] {
  const tabs: PanelTab[] = [];
  for (const { namespace, panel } of entries) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the entries are collected once, so the hooks are the same ones in the same order
    if (panel) tabs.push({ namespace, Content: panel.Content, ...panel.useTab() });
  }
  return tabs;
}
