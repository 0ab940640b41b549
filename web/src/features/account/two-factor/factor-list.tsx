import type { AuthFactors } from '@matinee/contract/gen/api.ts';
import { Check, Fingerprint, KeyRound, Mail, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Chip } from '../../../ui/signs/chip.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';

export interface FactorListProps {
  readonly factors: AuthFactors | undefined;
  readonly codesLeft: number;
  readonly onChanged: () => void;
}

/** Every factor that this server knows or the account has, and where to set it up. */
export function FactorList({ factors, codesLeft, onChanged }: FactorListProps) {
  const { t } = useTranslation('two-factor');
  const { data: settings } = usePublicSettings();
  const methods = settings?.login_methods ?? [];
  return (
    <div className="mt-5">
      <h3 className="text-sm font-medium text-muted">{t('factors')}</h3>
      <ul className="mt-1 grid divide-y divide-border">
        <Factor
          kind="password"
          icon={<KeyRound size={20} aria-hidden="true" />}
          isSet={factors?.password}
          section="password"
        />
        {(factors?.webauthn || methods.includes('passkey')) && (
          <Factor
            kind="webauthn"
            icon={<Fingerprint size={20} aria-hidden="true" />}
            isSet={factors?.webauthn}
            section="passkeys"
          />
        )}
        {(factors?.email || methods.includes('email')) && (
          <Factor kind="email" icon={<Mail size={20} aria-hidden="true" />} isSet={factors?.email} section="email" />
        )}
        <Factor kind="totp" icon={<Smartphone size={20} aria-hidden="true" />} isSet={factors?.totp}>
          <AuthenticatorApp isSet={factors?.totp === true} codesLeft={codesLeft} onChanged={onChanged} />
        </Factor>
      </ul>
    </div>
  );
}

interface FactorProps {
  readonly kind: 'password' | 'webauthn' | 'totp' | 'email';
  readonly icon: ReactNode;
  readonly isSet: boolean | undefined;
  /** Anchor of the section of this page that sets it up. */
  readonly section?: string;
  readonly children?: ReactNode;
}

function Factor({ kind, icon, isSet = false, section, children }: FactorProps) {
  const { t } = useTranslation('two-factor');
  return (
    <li className="py-3">
      <div className="flex min-h-8 items-center gap-3">
        <span className="shrink-0 text-muted">{icon}</span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{t(`factor.${kind}`)}</span>
          {isSet ? (
            <Chip tone="good" icon={<Check size={14} aria-hidden="true" />}>
              {t('isSet')}
            </Chip>
          ) : (
            <Chip>{t('isMissing')}</Chip>
          )}
        </div>
        {!isSet && section && (
          <a
            href={`#${section}`}
            aria-label={`${t('toSection')}: ${t(`factor.${kind}`)}`}
            className="shrink-0 font-medium text-accent-text underline underline-offset-4"
          >
            {t('toSection')}
          </a>
        )}
      </div>
      {children}
    </li>
  );
}
