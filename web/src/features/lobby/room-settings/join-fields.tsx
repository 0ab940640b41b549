import type { Room, RoomVisibility } from '@matinee/contract/gen/api.ts';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import type { PasswordChange } from './settings-change.ts';
import { VisibilityChoice } from './visibility-choice.tsx';

interface JoinFieldsProps {
  readonly room: Room;
  readonly visibility: RoomVisibility;
  readonly password: PasswordChange;
  readonly onChange: (changes: { visibility?: RoomVisibility; password?: PasswordChange }) => void;
}

/** Who can find the room, and the password for joining. [WR5] */
export function JoinFields({ room, visibility, password, onChange }: JoinFieldsProps) {
  return (
    <>
      <VisibilityChoice value={visibility} onChange={(chosen) => onChange({ visibility: chosen })} />
      <RoomPassword
        hasPassword={room.has_password}
        change={password}
        onChange={(chosen) => onChange({ password: chosen })}
      />
    </>
  );
}

interface RoomPasswordProps {
  readonly hasPassword: boolean;
  readonly change: PasswordChange;
  readonly onChange: (change: PasswordChange) => void;
}

function RoomPassword({ hasPassword, change, onChange }: RoomPasswordProps) {
  const { t } = useTranslation('room-settings');
  const policy = usePublicSettings().data?.room_password_policy ?? 'optional';
  if (policy === 'forbidden' && !hasPassword) return null;
  if (change.kind === 'set') {
    return (
      <div className="grid gap-3">
        <PasswordField
          label={t('password.new')}
          hint={t('password.newHint')}
          autoComplete="off"
          autoFocus
          required
          minLength={4}
          maxLength={128}
          value={change.password}
          onChange={(event) => onChange({ kind: 'set', password: event.target.value })}
        />
        <Button className="justify-self-start" onClick={() => onChange({ kind: 'keep' })}>
          {t('password.undo')}
        </Button>
      </div>
    );
  }
  const isRemoved = change.kind === 'remove';
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t('password.label')}</h3>
      <p role="status" className="text-sm text-muted">
        {t(isRemoved ? 'password.removed' : hasPassword ? 'password.has' : 'password.none')}
      </p>
      <div className="flex flex-wrap gap-2">
        {isRemoved && <Button onClick={() => onChange({ kind: 'keep' })}>{t('password.undo')}</Button>}
        {!isRemoved && policy !== 'forbidden' && (
          <Button onClick={() => onChange({ kind: 'set', password: '' })}>
            {t(hasPassword ? 'password.change' : 'password.set')}
          </Button>
        )}
        {!isRemoved && hasPassword && policy !== 'required' && (
          <Button onClick={() => onChange({ kind: 'remove' })}>{t('password.remove')}</Button>
        )}
      </div>
    </div>
  );
}
