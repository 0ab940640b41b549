import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useResource, useStore } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useBlockedIds } from '../../people/blocks/blocks.port.ts';
import { voiceParticipants } from './participants.ts';
import { wasInVoice } from './reload.ts';
import { makeVoice, type Voice } from './voice.ts';

export interface VoiceScope {
  readonly voice: Voice;
  /** False: the room has no voice, or not for this person. */
  readonly isOffered: boolean;
}

const VoiceContext = createContext<VoiceScope | undefined>(undefined);

/** Keeps this person in voice as long as the screen of the room is shown, whichever part they look at. [WVO27] */
export function VoiceProvider({ children }: { readonly children: ReactNode }) {
  const { room, settings, self } = useRoom();
  const voice = useMemo(() => makeVoice(room), [room]);
  useEffect(() => voice.close, [voice]);
  const isOffered = self.permissions.has('use_voice_chat') && settings?.voice_enabled !== false;
  useEffect(() => (isOffered ? room.resources.observe(voiceParticipants) : undefined), [room, isOffered]);
  useEffect(() => {
    if (isOffered && wasInVoice(room.roomId)) voice.join();
  }, [voice, room, isOffered]);
  const engine = useStore(voice.engine);
  const blocked = useBlockedIds();
  // One's own voice from another device would howl.
  useEffect(() => engine?.sinks.silence(new Set([...blocked, self.id])), [engine, blocked, self.id]);
  const scope = useMemo(() => ({ voice, isOffered }), [voice, isOffered]);
  return <VoiceContext value={scope}>{children}</VoiceContext>;
}

export function useVoice(): VoiceScope {
  const scope = useContext(VoiceContext);
  if (!scope) throw new Error('useVoice outside of a room');
  return scope;
}

const nobody: readonly VoiceParticipant[] = [];

/** All people in voice. */
export function useParticipants(): readonly VoiceParticipant[] {
  const { room } = useRoom();
  return useResource(room, voiceParticipants) ?? nobody;
}
