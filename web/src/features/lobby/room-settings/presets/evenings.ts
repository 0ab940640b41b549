import type { RoomSettings } from '@matinee/contract/gen/api.ts';

/** The kinds of evening that a room can be opened for. */
export const evenings = ['cinema', 'sofa', 'party', 'class'] as const;
export type Evening = (typeof evenings)[number];

const settingsOf: Readonly<Record<Evening, RoomSettings>> = {
  cinema: { control: 'hosts', auto_play_delay_seconds: 10 },
  sofa: { control: 'everyone', auto_play_delay_seconds: 10 },
  party: { control: 'hosts', skip_vote_percent: 50, auto_play_delay_seconds: 5 },
  class: { control: 'hosts', wait_seconds: 30, wait_quorum_percent: 100, auto_play_delay_seconds: 30 },
};

/** The settings with which a room for this evening begins. Everything can be changed later. Pure. [WR29] */
export function eveningSettings(evening: Evening): RoomSettings {
  return settingsOf[evening];
}
