import { Bell as BellIcon, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { NotificationList } from './notification-list.tsx';
import { useFeed } from './use-feed.ts';

/** The bell and its list: a card below it, on a phone a sheet. [WNT1] */
export function Bell({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('notifications');
  const view = useFeed(userId);
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery('(width < 40rem)');
  const unread = view.list?.unread ?? 0;
  const button = (
    <IconButton
      label={unread > 0 ? t('unread', { count: unread }) : t('title')}
      tooltip="end"
      {...(isPhone ? { onClick: () => setOpen(true), 'aria-haspopup': 'dialog' as const } : {})}
      icon={
        <span className="relative">
          <BellIcon size={20} aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute -end-2 -top-2 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      }
    />
  );
  const content = <NotificationList {...view} onLeave={() => setOpen(false)} />;
  if (isPhone)
    return (
      <>
        {button}
        <Dialog title={t('title')} isOpen={isOpen} onClose={() => setOpen(false)}>
          {content}
        </Dialog>
      </>
    );
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('title')}
          className="z-50 flex max-h-[min(38rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1rem))] animate-rise flex-col overflow-hidden rounded-card border border-border bg-surface text-text shadow-raised outline-none"
        >
          <div className="flex items-center justify-between gap-3 border-b border-border py-1.5 ps-4 pe-1.5">
            <h2 className="text-lg font-semibold">{t('title')}</h2>
            <Popover.Close asChild>
              <IconButton label={t('close')} tooltip="end" icon={<X size={20} aria-hidden="true" />} />
            </Popover.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-2">{content}</div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
