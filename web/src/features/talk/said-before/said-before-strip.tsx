import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { History, X } from 'lucide-react';
import { useState } from 'react';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { makeStoredChoice, useStoredChoice } from '../../../ui/stored-choice.ts';
import { summaryOf } from '../chat/summary.ts';
import { type ShownFilm, useIsAnythingAhead, useSaidHere, useShownFilm } from './use-said-before.ts';

/** Whether this person sees messages of earlier showings without pressing a button. */
const shown = makeStoredChoice('matinee.said-before', (stored) => (stored === 'on' ? 'on' : 'ask'));

/** Messages that others sent at this position of the film in earlier showings. [WSB1] */
export function SaidBeforeStrip({ place }: RoomStripProps) {
  const { self } = useRoom();
  const film = useShownFilm();
  if (place !== 'panels' || film === undefined || !self.permissions.has('view_chat_history')) return null;
  return <OfFilm key={film.mediaId} film={film} />;
}

function OfFilm({ film }: { readonly film: ShownFilm }) {
  const [isHidden, setHidden] = useState(false);
  const isOn = useStoredChoice(shown) === 'on';
  const isAnything = useIsAnythingAhead(film, !isHidden);
  if (isHidden || !isAnything) return null;
  const hide = () => {
    setHidden(true);
    shown.set('ask');
  };
  return isOn ? <Said film={film} onHide={hide} /> : <Offer onShow={() => shown.set('on')} onHide={hide} />;
}

const stripClass = 'flex shrink-0 gap-2 border-b border-border p-3 text-sm in-data-covered:hidden cramped:hidden';

function Offer({ onShow, onHide }: { readonly onShow: () => void; readonly onHide: () => void }) {
  const { t } = useTranslation('said-before');
  return (
    <section aria-label={t('title')} className={`${stripClass} flex-wrap items-center justify-end`}>
      <p role="status" className="min-w-48 flex-1">
        {t('offer')}
      </p>
      <Button icon={<History size={18} aria-hidden="true" />} onClick={onShow}>
        {t('show')}
      </Button>
      <IconButton label={t('notNow')} icon={<X size={18} aria-hidden="true" />} onClick={onHide} />
    </section>
  );
}

function Said({ film, onHide }: { readonly film: ShownFilm; readonly onHide: () => void }) {
  const { t } = useTranslation('said-before');
  const messages = useSaidHere(film);
  return (
    <section aria-label={t('title')} className={stripClass}>
      <div className="min-w-0 flex-1">
        <h2 className="flex min-h-11 items-center gap-2 text-xs text-muted">
          <History size={16} aria-hidden="true" />
          {t('title')}
        </h2>
        {messages.length === 0 ? (
          <p className="text-muted">{t('nothingHere')}</p>
        ) : (
          <ul aria-label={t('title')} className="grid gap-1.5">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )}
      </div>
      <IconButton label={t('hide')} icon={<X size={18} aria-hidden="true" />} onClick={onHide} />
    </section>
  );
}

function Message({ message }: { readonly message: ChatMessage }) {
  const { t, i18n } = useTranslation(['said-before', 'chat']);
  const day = new Date(message.created_at ?? 0).toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  return (
    <li>
      <p className="flex items-baseline gap-2">
        <bdi className="truncate font-semibold">{message.display_name}</bdi>
        <span className="shrink-0 text-xs text-muted">{day}</span>
      </p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere">
        {summaryOf(message, t)}
      </p>
    </li>
  );
}
