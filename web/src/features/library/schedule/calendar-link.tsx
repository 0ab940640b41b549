import { CalendarPlus } from 'lucide-react';
import { basePath } from '../../../client/calls/base.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';

/**
 * The start as a file that calendars open. The server makes it, so that apps without downloads can follow the link too.
 */
export function CalendarLink({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('schedule');
  return (
    <a href={`${basePath}/r/${roomId}/calendar.ics`} className={buttonClass()}>
      <CalendarPlus size={18} aria-hidden="true" />
      {t('calendar')}
    </a>
  );
}
