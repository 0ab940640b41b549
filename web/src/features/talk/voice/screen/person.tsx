import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { type LucideIcon, MicOff, TriangleAlert, VolumeX } from 'lucide-react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { Popup } from '../../../film/playback/popup.port.tsx';
import { MemberAvatar } from '../../../people/members/member-avatar.port.tsx';
import { useMemberName } from '../../../people/members/people.port.ts';
import type { VoiceEngine } from '../engine/engine.ts';
import { loudnesses, loudnessOf } from '../volumes.ts';
import { PersonChoices } from './person-choices.tsx';

export interface PersonProps {
  readonly engine: VoiceEngine;
  readonly participant: VoiceParticipant;
}

/** The state of a person, and the sign for it beside their picture. */
const signs: Readonly<Record<string, LucideIcon>> = { none: TriangleAlert, muted: MicOff, silent: VolumeX };

/**
 * A person in voice: a ring while they speak, an icon when they cannot be heard, and a press for their settings.
 * [WVO30] [WVO32]
 */
export function Person({ engine, participant }: PersonProps) {
  const { t } = useTranslation('voice');
  const { room } = useRoom();
  const { peer, principal_id, display_name, muted } = participant;
  const name = useMemberName(principal_id, display_name);
  const isSpeaking = useStore(engine.speaking).has(peer);
  const isSelf = useStore(room.address) === peer;
  const way = useStore(engine.call.ways).get(peer);
  const isSilent = loudnessOf(useStoredChoice(loudnesses), principal_id).isMuted;
  const state = way === 'none' ? 'none' : muted ? 'muted' : isSilent ? 'silent' : isSpeaking ? 'speaking' : 'there';
  const label = `${isSelf ? t('you') : name}: ${t(`state.${state}`)}`;
  const Sign = signs[state];
  return (
    <li className="shrink-0">
      <Popup
        label={name}
        isBelow
        load={() => undefined}
        button={(opener) => (
          <button
            type="button"
            {...opener}
            aria-label={label}
            title={label}
            data-speaking={isSpeaking || undefined}
            className="relative grid size-11 place-items-center rounded-control"
          >
            <span
              className={classNames(
                'rounded-full ring-2 ring-offset-2 ring-offset-surface transition-shadow duration-150',
                isSpeaking ? 'ring-good' : 'ring-transparent',
                (way === 'finding' || way === 'lost') && 'animate-pulse-soft',
              )}
            >
              <MemberAvatar id={principal_id} name={display_name} />
            </span>
            {Sign && (
              <span
                aria-hidden="true"
                className="absolute end-0.5 bottom-0.5 grid size-4.5 place-items-center rounded-full bg-danger-soft text-danger ring-2 ring-surface"
              >
                <Sign size={12} />
              </span>
            )}
          </button>
        )}
      >
        <PersonChoices {...{ engine, participant, name, isSelf, way }} />
      </Popup>
    </li>
  );
}
