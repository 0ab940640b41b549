import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import type { VoiceEngine } from '../engine/engine.ts';
import type { Talking } from '../engine/talking.ts';
import { useParticipants } from '../voice-scope.tsx';
import { Notice } from './notice.tsx';

/** Obstacles to hearing or being heard in voice, and how to remove them. [WVO32] [WVO33] */
export function CallNotices({ engine }: { readonly engine: VoiceEngine }) {
  const { t } = useTranslation('voice');
  const { call, sinks } = engine;
  const isSoundRefused = useStore(sinks.isRefused);
  const ways = useStore(call.ways);
  const lost = useParticipants().filter(({ peer }) => ways.get(peer) === 'none');
  const retry = () => {
    for (const { peer } of lost) call.retry(peer);
  };
  return (
    <>
      {isSoundRefused && (
        <Notice tone="info" action={{ label: t('turnOnSound'), run: sinks.allow }}>
          {t('soundRefused')}
        </Notice>
      )}
      <MicrophoneNotice talking={call.talking} />
      {lost.length > 0 && (
        <Notice action={{ label: t('tryAgain'), run: retry }}>
          {t('way.none', { name: lost.map(({ display_name }) => display_name).join(', ') })}
        </Notice>
      )}
    </>
  );
}

function MicrophoneNotice({ talking }: { readonly talking: Talking }) {
  const { t } = useTranslation('voice');
  const state = useStore(talking.microphone);
  if (state.is === 'asking') return <Notice tone="info">{t('microphone.asking')}</Notice>;
  if (state.is !== 'refused') return null;
  const isFinal = state.why === 'insecure' || state.why === 'unsupported';
  return (
    <Notice action={isFinal ? undefined : { label: t('tryAgain'), run: talking.askAgain }}>
      {t(`microphone.${state.why}`)} {t('microphone.onlyListen')}
    </Notice>
  );
}
