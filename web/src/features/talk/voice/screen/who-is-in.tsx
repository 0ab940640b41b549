import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { MemberAvatar } from '../../../people/members/member-avatar.port.tsx';

/** More pictures would leave no room for the button. */
const mostShown = 4;

/** The people in voice, for a person who is not in voice. */
export function WhoIsIn({ participants }: { readonly participants: readonly VoiceParticipant[] }) {
  const { t } = useTranslation('voice');
  const shown = participants.slice(0, mostShown);
  const more = participants.length - shown.length;
  const names = participants.map(({ display_name }) => display_name).join(', ');
  return (
    <div
      role="img"
      aria-label={t('inVoice', { names })}
      title={names}
      className="flex min-w-0 flex-1 items-center gap-1"
    >
      {shown.map(({ peer, principal_id, display_name }) => (
        <MemberAvatar key={peer} id={principal_id} name={display_name} />
      ))}
      {more > 0 && <span className="text-xs font-medium text-muted tabular-nums">+{more}</span>}
    </div>
  );
}
