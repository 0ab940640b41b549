import type { VoiceParticipant, VoiceParticipants } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** All people in voice, in the order in which they joined. */
export const voiceParticipants = defineResource({
  observe: 'voiceParticipants',
  changed: 'voiceParticipants',
  resume: 'snapshot',
  merge: (_: readonly VoiceParticipant[] | undefined, { participants }: VoiceParticipants) => participants,
});

/** The user's or guest's id in an address `principal:connection`. */
export function principalOf(peer: string): string {
  return peer.slice(0, peer.indexOf(':'));
}
