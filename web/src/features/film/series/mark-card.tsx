import type { SkippedParts } from '@matinee/contract/gen/api.ts';
import { Check, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Choice } from '../playback/choice.port.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { useRoomPosition } from '../playback/room-position.port.ts';
import { useSkippedParts } from '../skipped-parts/use-skipped-parts.ts';
import { draftOf, faultOf, kinds, type MarkDraft, type PartKind } from './mark-draft.ts';
import { MarkEnd } from './mark-end.tsx';
import { useMarking } from './use-marking.ts';

/**
 * Marks the intro, the recap or the credits for all episodes of the series, while the film plays on behind it: it covers
 * a corner and takes nothing else from the page. [WSE4]
 */
export function MarkCard({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('series');
  const { room } = useRoom();
  const parts = useSkippedParts(room);
  const card = useRef<HTMLElement>(null);
  const series = parts?.series ?? '';
  useEffect(() => card.current?.focus(), []);
  // Another film has begun.
  useEffect(() => {
    if (series === '') onClose();
  }, [series, onClose]);
  if (!parts || series === '') return null;
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('mark.title', { series })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="fixed start-3 end-3 bottom-3 z-40 grid gap-3 rounded-card border border-border bg-surface p-4 text-text shadow-raised sm:end-auto sm:top-20 sm:bottom-auto sm:w-96"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">{t('mark.title', { series })}</h2>
          <p className="text-sm text-muted">{t('mark.text')}</p>
        </div>
        <IconButton label={t('mark.close')} icon={<X size={18} aria-hidden="true" />} onClick={onClose} />
      </div>
      <Marking key={parts.media_id} parts={parts} />
    </section>
  );
}

function Marking({ parts }: { readonly parts: SkippedParts }) {
  const { t } = useTranslation('series');
  const { room } = useRoom();
  const duration = usePlaybackState(room)?.duration_seconds;
  const position = useRoomPosition(room);
  const [draft, setDraft] = useState<MarkDraft>(() => draftOf('intro', parts, duration));
  const { keep, erase } = useMarking(parts);
  const { kind, from, to } = draft;
  const fault = faultOf(draft);
  const isMarked = parts.marked_kinds.includes(kind);
  const choose = (next: string) => setDraft(draftOf(next as PartKind, parts, duration));
  return (
    <>
      <Choice
        label={t('mark.kind')}
        value={kind}
        options={kinds.map((each): [string, string] => [each, t(`mark.kinds.${each}`)])}
        onChange={choose}
      />
      <MarkEnd
        label={t('mark.from')}
        here={t('mark.fromHere')}
        value={from}
        now={position}
        onChange={(at) => setDraft({ ...draft, from: at })}
      />
      <MarkEnd
        label={t('mark.to')}
        here={t('mark.toHere')}
        value={to}
        now={position}
        onChange={(at) => setDraft({ ...draft, to: at })}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {fault && fault !== 'incomplete' ? t(`mark.faults.${fault}`) : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={fault !== undefined}
          busy={keep.isPending}
          icon={<Check size={18} aria-hidden="true" />}
          onClick={() => keep.mutate(draft)}
        >
          {t('mark.keep')}
        </Button>
        {isMarked && (
          <Button
            busy={erase.isPending}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => erase.mutate(kind)}
          >
            {t('mark.erase')}
          </Button>
        )}
      </div>
    </>
  );
}
