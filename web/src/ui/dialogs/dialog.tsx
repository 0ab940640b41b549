import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useFocusReturn } from './focus-return.ts';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** True: always as large as the screen allows, and the content scrolls its own parts. */
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}

/** A sheet from below on a phone, a card in the middle elsewhere; its content scrolls, its title stays. */
export function Dialog({ isOpen, onClose, ...content }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Sheet {...content} />
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Sheet({ title, description, isLarge, children }: Omit<DialogProps, 'isOpen' | 'onClose'>) {
  const { t } = useTranslation('shell');
  const onCloseAutoFocus = useFocusReturn();
  return (
    <Primitive.Overlay
      data-sheet
      className="fixed inset-0 z-40 grid grid-cols-1 items-end justify-items-center bg-black/60 sm:place-items-center sm:p-6"
    >
      <Primitive.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        // The dialog gets the focus, not its first button: screen readers then read its title, no tooltip opens, and
        // phones do not show their keyboard.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          const content = event.target as HTMLElement;
          (content.querySelector<HTMLElement>('[data-autofocus]') ?? content).focus();
        }}
        onCloseAutoFocus={onCloseAutoFocus}
        className={classNames(
          'flex max-h-[92dvh] w-full animate-rise flex-col rounded-t-card bg-surface text-text shadow-raised outline-none sm:rounded-card',
          isLarge ? 'h-[92dvh] sm:max-w-3xl' : 'sm:max-w-xl',
        )}
      >
        <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
          <div className="min-w-0 pt-1.5">
            <Primitive.Title className="text-xl font-semibold">{title}</Primitive.Title>
            {description && <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>}
          </div>
          <Primitive.Close asChild>
            <IconButton label={t('close')} tooltip="end" icon={<X size={20} aria-hidden="true" />} />
          </Primitive.Close>
        </div>
        {isLarge ? (
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
        ) : (
          <div className="overflow-y-auto px-5 pt-2 pb-6 sm:px-6">{children}</div>
        )}
      </Primitive.Content>
    </Primitive.Overlay>
  );
}
