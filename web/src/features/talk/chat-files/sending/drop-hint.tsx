import { Upload } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../texts/use-translation.ts';

/** Says over the chat that dropped files are attached. */
export function DropHint({ over }: { readonly over: HTMLElement }) {
  const { t } = useTranslation('chat-files');
  return createPortal(
    <div className="pointer-events-none absolute inset-2 z-20 grid place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-accent-text bg-surface/95 p-6 text-center">
      <Upload size={32} aria-hidden="true" className="text-accent-text" />
      <p className="font-semibold">{t('drop')}</p>
      <p className="text-sm text-muted">{t('dropLimits')}</p>
    </div>,
    over,
  );
}
