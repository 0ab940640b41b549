import type { AuthFactors } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useVerification } from '../verification/verification.tsx';
import { FactorList } from './factor-list.tsx';
import { usePreferences } from './use-preferences.ts';

/** Factors that two-factor sign-in needs. */
const factorsNeeded = 2;

/** The two-factor switch, its missing requirements, the authenticator app and the recovery codes. */
export function TwoFactorSection() {
  const { t } = useTranslation('two-factor');
  const { preferences, refresh } = usePreferences();
  return (
    <Section id="two-factor" title={t('title')} text={t('text')}>
      {preferences.isPending && <Skeleton className="h-56" />}
      {preferences.isError && <Failure error={preferences.error} onRetry={() => void preferences.refetch()} />}
      {preferences.data && (
        <>
          <TwoFactorSwitch
            isOn={preferences.data.two_factor_enabled}
            factors={preferences.data.auth_factors}
            onChanged={refresh}
          />
          <FactorList
            factors={preferences.data.auth_factors}
            codesLeft={preferences.data.totp_recovery_codes_remaining}
            onChanged={refresh}
          />
        </>
      )}
    </Section>
  );
}

interface TwoFactorSwitchProps {
  readonly isOn: boolean;
  readonly factors: AuthFactors | undefined;
  readonly onChanged: () => void;
}

function TwoFactorSwitch({ isOn, factors, onChanged }: TwoFactorSwitchProps) {
  const { t } = useTranslation('two-factor');
  const { api } = useSession();
  const errorText = useErrorText('two-factor');
  const { withProof, dialog } = useVerification();
  const held = Object.values(factors ?? {}).filter((isHeld) => isHeld === true).length;
  const missing = factorsNeeded - held;
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      withProof(
        enabled ? 'SENSITIVE_OPERATION_TWO_FACTOR_ENABLE' : 'SENSITIVE_OPERATION_TWO_FACTOR_DISABLE',
        (verification_id) => api.call('UserService.SetTwoFactorEnabled', { enabled, verification_id }),
      ),
    onSuccess: (answer) => {
      if (!answer) return;
      showToast(t(answer.two_factor_enabled ? 'turnedOn' : 'turnedOff'));
      onChanged();
    },
  });
  return (
    <div className="grid gap-2">
      <Switch
        label={t('switch')}
        hint={isOn ? t('state.on') : missing > 0 ? t('state.missing', { count: missing }) : t('state.ready')}
        checked={isOn}
        disabled={!isOn && missing > 0}
        onChange={(enabled) => !change.isPending && change.mutate(enabled)}
      />
      {change.error && <FaultText text={errorText(change.error)} />}
      {dialog}
    </div>
  );
}
