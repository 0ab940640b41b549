import type { SettingChange } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useSettingText } from './setting-text.ts';

/** The old and the new value of a setting, in one line. */
export function ValueChange({ from, to, secretChanged }: Pick<SettingChange, 'from' | 'to' | 'secretChanged'>) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  return (
    <>
      <p className="wrap-anywhere">
        <span className="text-muted">{text.value(from)}</span>
        <span aria-label={t('history.to')} role="img">
          {' → '}
        </span>
        {text.value(to)}
      </p>
      {secretChanged && <p className="text-sm text-muted">{t('history.secret')}</p>}
    </>
  );
}
