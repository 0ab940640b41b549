import type { ChatAttachment, ChatMessage } from '@matinee/contract/gen/api.ts';
import { ChevronLeft, ChevronRight, MessageSquareText, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useFocusReturn } from '../../../../ui/dialogs/focus-return.ts';
import { useGoTo, useHeldMessages } from '../../chat/chat.ts';
import { AttachedPicture } from '../shown/attached-picture.tsx';
import { DownloadButton } from '../shown/download-button.tsx';
import { useZoom } from './use-zoom.ts';

export interface ViewerProps {
  readonly firstId: string;
  readonly onClose: () => void;
}

interface ShownPicture {
  readonly picture: ChatAttachment;
  readonly message: ChatMessage;
}

/**
 * A picture of the chat as large as the window, with the ones before and after it. The film continues below. [WCF9]
 * [WCF10]
 */
export function Viewer({ firstId, onClose }: ViewerProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Stage firstId={firstId} onClose={onClose} />
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const barClass = '!size-11 !text-white hover:!bg-white/15';

function Stage({ firstId, onClose }: ViewerProps) {
  const onCloseAutoFocus = useFocusReturn();
  const { shownId, shown, place, count, go } = usePlace(firstId);
  const stage = useRef<HTMLDivElement>(null);
  const { view, handlers, showWhole, zoomBy } = useZoom({
    stage,
    onSwipe: (to) => (to === 'close' ? onClose() : go(to === 'next' ? 1 : -1)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is shown as a whole
  useEffect(showWhole, [shownId]);
  // Its message was deleted while it was shown.
  const isGone = shown === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    does({ go, zoomBy, showWhole });
  };
  if (!shown) return null;
  return (
    <Primitive.Content
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        (event.target as HTMLElement).focus();
      }}
      onCloseAutoFocus={onCloseAutoFocus}
      onKeyDown={onKeyDown}
      className="fixed inset-0 z-50 flex animate-rise flex-col bg-black text-white outline-none"
    >
      <Bar shown={shown} onClose={onClose} zoomBy={zoomBy} count={[place + 1, count]} />
      <div
        ref={stage}
        {...handlers}
        className={classNames(
          'relative grid min-h-0 flex-1 touch-none place-items-center overflow-hidden select-none',
          view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        <div
          className="contents"
          style={{ '--zoom': `translate(${view.x}px, ${view.y}px) scale(${view.scale})` } as object}
        >
          <AttachedPicture
            key={shownId}
            picture={shown.picture}
            className="max-h-full max-w-full object-contain [grid-area:1/1] [transform:var(--zoom)]"
          />
        </div>
      </div>
      <Neighbours hasPrevious={place > 0} hasNext={place < count - 1} go={go} />
    </Primitive.Content>
  );
}

interface NeighboursProps extends Pick<KeyActions, 'go'> {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

function Neighbours({ hasPrevious, hasNext, go }: NeighboursProps) {
  const { t } = useTranslation('chat-files');
  return (
    <>
      {hasPrevious && (
        <IconButton
          label={t('previous')}
          className={classNames(barClass, '!absolute start-2 top-1/2 !bg-black/50')}
          tooltip="start"
          icon={<ChevronLeft size={24} aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={() => go(-1)}
        />
      )}
      {hasNext && (
        <IconButton
          label={t('next')}
          className={classNames(barClass, '!absolute end-2 top-1/2 !bg-black/50')}
          tooltip="end"
          icon={<ChevronRight size={24} aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={() => go(1)}
        />
      )}
    </>
  );
}

interface KeyActions {
  readonly go: (step: number) => void;
  readonly zoomBy: (factor: number) => void;
  readonly showWhole: () => void;
}

const keys: Readonly<Record<string, (actions: KeyActions) => void>> = {
  ArrowLeft: ({ go }) => go(-1),
  ArrowRight: ({ go }) => go(1),
  '+': ({ zoomBy }) => zoomBy(1.5),
  '=': ({ zoomBy }) => zoomBy(1.5),
  '-': ({ zoomBy }) => zoomBy(1 / 1.5),
  '0': ({ showWhole }) => showWhole(),
};

interface BarProps {
  readonly shown: ShownPicture;
  readonly onClose: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly count: readonly [number, number];
}

function Bar({ shown: { picture, message }, onClose, zoomBy, count: [place, total] }: BarProps) {
  const { t, i18n } = useTranslation('chat-files');
  const { showPanel } = useRoom();
  const goTo = useGoTo();
  const sentAt = new Date(message.created_at ?? 0).toLocaleString(i18n.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <div className="flex items-center gap-1 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <Primitive.Title dir="auto" className="truncate text-sm font-semibold">
          {picture.name}
        </Primitive.Title>
        <p className="truncate text-xs text-white/80">
          <bdi>{message.display_name}</bdi> · {sentAt}
          {total > 1 && ` · ${t('placeOf', { place, total })}`}
        </p>
      </div>
      <IconButton
        label={t('zoomOut')}
        className={classNames(barClass, 'max-sm:!hidden')}
        icon={<ZoomOut size={20} aria-hidden="true" />}
        onClick={() => zoomBy(1 / 1.5)}
      />
      <IconButton
        label={t('zoomIn')}
        className={classNames(barClass, 'max-sm:!hidden')}
        icon={<ZoomIn size={20} aria-hidden="true" />}
        onClick={() => zoomBy(1.5)}
      />
      <IconButton
        label={t('showInChat')}
        className={barClass}
        icon={<MessageSquareText size={20} aria-hidden="true" />}
        onClick={() => {
          onClose();
          showPanel('chat');
          goTo(message.id);
        }}
      />
      <DownloadButton attachment={picture} className={barClass} />
      <Primitive.Close asChild>
        <IconButton label={t('close')} tooltip="end" className={barClass} icon={<X size={22} aria-hidden="true" />} />
      </Primitive.Close>
    </div>
  );
}

/** The shown picture, and its place among the others. */
function usePlace(firstId: string) {
  const pictures = usePictures();
  const [shownId, setShownId] = useState(firstId);
  const place = pictures.findIndex(({ picture }) => picture.id === shownId);
  const go = (step: number) => {
    const next = pictures[place + step];
    if (next) setShownId(next.picture.id);
  };
  return { shownId, shown: pictures[place], place, count: pictures.length, go };
}

/** The pictures of the messages that this page holds, in the order of the chat. */
function usePictures(): readonly ShownPicture[] {
  const messages = useHeldMessages();
  return useMemo(
    () =>
      messages.flatMap((message) =>
        message.deleted
          ? []
          : message.attachments.filter(({ kind }) => kind === 'image').map((picture) => ({ picture, message })),
      ),
    [messages],
  );
}
