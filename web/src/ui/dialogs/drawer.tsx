import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useFocusReturn } from './focus-return.ts';

export interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Details of an entry, beside its list: a column at the end of the screen, the whole screen on a phone. Open while it
 * is rendered.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const { t } = useTranslation('shell');
  const onCloseAutoFocus = useFocusReturn();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay data-sheet className="fixed inset-0 z-40 bg-black/60" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.target as HTMLElement).focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-y-0 end-0 z-40 flex w-full animate-rise flex-col bg-surface text-text shadow-raised outline-none sm:max-w-lg"
        >
          <div className="flex items-center justify-between gap-3 border-b border-border px-5 py-2.5 sm:px-6">
            <Primitive.Title dir="auto" className="min-w-0 truncate text-lg font-semibold">
              {title}
            </Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t('close')} tooltip="end" icon={<X size={20} aria-hidden="true" />} />
            </Primitive.Close>
          </div>
          <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-6 overflow-y-auto px-5 py-5 sm:px-6">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
