import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/button.tsx';

const CreateDialog = lazy(() => import('./create-dialog.tsx').then((module) => ({ default: module.CreateDialog })));

export interface CreateCardProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function CreateCard({ isOpen, onOpenChange }: CreateCardProps) {
  const { t } = useTranslation('rooms');
  return (
    <section className="flex flex-col gap-4 rounded-card border border-border bg-surface p-5 sm:p-6">
      <div className="flex-1">
        <h2 className="text-xl font-semibold">{t('create.title')}</h2>
        <p className="mt-1 text-muted">{t('create.lead')}</p>
      </div>
      <Button
        kind="primary"
        size="large"
        icon={<Plus size={20} aria-hidden="true" />}
        onClick={() => onOpenChange(true)}
      >
        {t('create.open')}
      </Button>
      <Suspense>{isOpen && <CreateDialog onClose={() => onOpenChange(false)} />}</Suspense>
    </section>
  );
}
