import { useTranslation } from 'react-i18next';
import type { SecondStepProps } from '../../app/sign-in-methods.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function SecondStep({ onCancel }: SecondStepProps) {
  const { t } = useTranslation('sessions');
  return <EmptyState title={t('signIn.mfa')} action={<Button onClick={onCancel}>{t('signIn.otherWay')}</Button>} />;
}
