import { Check, Circle } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { PasswordRule } from './password-rules.ts';

/** Shows which rules a new password already keeps. */
export function NewPasswordRules({ rules }: { readonly rules: Readonly<Record<PasswordRule, boolean>> }) {
  const { t } = useTranslation('passwords');
  return (
    <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1">
      {Object.entries(rules).map(([rule, isMet]) => (
        <li key={rule} className={isMet ? 'flex items-center gap-2 text-good' : 'flex items-center gap-2'}>
          {isMet ? (
            <Check size={16} aria-hidden="true" />
          ) : (
            <Circle size={10} className="mx-[3px]" aria-hidden="true" />
          )}
          <span>
            {t(`rules.${rule}`)}
            <span className="sr-only">{isMet ? t('rules.met') : ''}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
