import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { makeStore } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { type Microphone, type MicrophoneState, makeMicrophone } from '../engine/microphone.ts';
import type { Talking } from '../engine/talking.ts';

const off = makeStore<MicrophoneState>({ is: 'off' });

/** The level of the microphone: the one of the call, or outside of a call one that is opened to try it. [WVO8] */
export function MicrophoneTest({ talking }: { readonly talking: Talking | undefined }) {
  const { t } = useTranslation('voice');
  const [tried, setTried] = useState<Microphone>();
  const state = useStore(tried?.state ?? off);
  useEffect(() => () => tried?.close(), [tried]);
  const start = () => {
    const microphone = makeMicrophone();
    void microphone.open();
    setTried(microphone);
  };
  return (
    <div className="grid gap-2">
      <Level label={t('settings.level')} read={() => (tried ?? talking)?.level() ?? 0} />
      {!talking && (
        <Button onClick={() => (tried ? setTried(undefined) : start())}>
          {t(tried ? 'settings.testEnd' : 'settings.test')}
        </Button>
      )}
      {state.is === 'on' && <p className="text-muted">{t('settings.testHint')}</p>}
      {state.is === 'refused' && (
        <p role="alert" className="text-danger">
          {t(`microphone.${state.why}`)}
        </p>
      )}
    </div>
  );
}

interface LevelProps {
  readonly label: string;
  readonly read: () => number;
}

/** A bar that is redrawn with each frame. The level changes too often to go through React. */
function Level({ label, read }: LevelProps) {
  const meter = useRef<HTMLMeterElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const level = latest.current();
      if (meter.current) meter.current.value = level;
      if (bar.current) bar.current.style.transform = `scaleX(${level.toFixed(2)})`;
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <meter ref={meter} aria-label={label} className="sr-only" />
      <p aria-hidden="true" className="-mb-1 text-muted">
        {label}
      </p>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-surface-3">
        <div ref={bar} className="size-full origin-left bg-good rtl:origin-right" style={{ transform: 'scaleX(0)' }} />
      </div>
    </>
  );
}
