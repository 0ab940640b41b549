import { Headphones } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { makeStore } from '../../../../client/store.ts';
import type { RoomStripProps } from '../../../../room/room-entry.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import type { CallState } from '../engine/call.ts';
import type { VoiceEngine } from '../engine/engine.ts';
import { useParticipants, useVoice } from '../voice-scope.tsx';
import { CallBar } from './call-bar.tsx';
import { CallEndNotice } from './call-end-notice.tsx';
import { CallNotices } from './call-notices.tsx';
import { SettingsButton } from './settings-button.tsx';
import { WhoIsIn } from './who-is-in.tsx';

/** Stands in for the state of an engine that is not loaded. */
const idle = makeStore<CallState>({ is: 'idle' });

/** The people in voice, and the way to join or the actions in voice. [WVO30] */
export function VoiceStrip({ place }: RoomStripProps) {
  const { voice, isOffered } = useVoice();
  const engine = useStore(voice.engine);
  const { is } = useStore(engine?.call.state ?? idle);
  const participants = useParticipants();
  const isIn = engine !== undefined && is !== 'idle';
  if (!isOffered) return null;
  // Nothing covers the film without a use.
  if (place === 'film' && !isIn && participants.length === 0) return null;
  return (
    <Frame place={place}>
      {isIn ? <CallBar engine={engine} /> : <WayIn place={place} />}
      {engine && (isIn ? <CallNotices engine={engine} /> : <CallEndNotice call={engine.call} />)}
      {engine && <Said engine={engine} />}
    </Frame>
  );
}

/**
 * Above the panels: a line from edge to edge. Over the film: a small dark card in its corner. Above the player of
 * another site: a line.
 */
function Frame({ place, children }: RoomStripProps & { readonly children: ReactNode }) {
  const { t } = useTranslation('voice');
  const isOverFilm = place === 'film';
  return (
    <section
      aria-label={t('title')}
      data-voice={place}
      // Over the film the strip is as dark as the player.
      style={isOverFilm ? { colorScheme: 'dark' } : undefined}
      className={classNames(
        'min-w-0 text-text',
        isOverFilm
          ? 'absolute start-3 top-3 z-20 hidden max-w-[min(22rem,calc(100%-1.5rem))] rounded-control bg-surface/95 shadow-raised side:block filled:block in-[section:has([data-embed])]:static in-[section:has([data-embed])]:order-first in-[section:has([data-embed])]:max-w-none in-[section:has([data-embed])]:rounded-none'
          : 'shrink-0 border-b border-border in-data-covered:hidden cramped:hidden',
      )}
    >
      {children}
    </section>
  );
}

function WayIn({ place }: RoomStripProps) {
  const { t } = useTranslation('voice');
  const { voice } = useVoice();
  const isLoading = useStore(voice.isLoading);
  const participants = useParticipants();
  const count = participants.length;
  return (
    <div className="flex min-h-13 items-center gap-2 px-3 py-1">
      {count > 0 ? (
        <WhoIsIn participants={participants} />
      ) : (
        <p className="min-w-0 flex-1 text-sm leading-tight text-muted">{t('nobody')}</p>
      )}
      {place === 'panels' && <SettingsButton />}
      <Button icon={<Headphones size={18} aria-hidden="true" />} busy={isLoading} onClick={voice.join}>
        {count > 0 ? t('joinCount', { count }) : t('join')}
      </Button>
    </div>
  );
}

/** Announces to screen readers who joins and leaves. It does not announce speakers: that would never stop. [WVO13] */
function Said({ engine }: { readonly engine: VoiceEngine }) {
  const { t } = useTranslation('voice');
  const arrival = useStore(engine.arrival);
  return (
    <p role="status" className="sr-only">
      {arrival && t(`said.${arrival.what}`, { name: arrival.name })}
    </p>
  );
}
