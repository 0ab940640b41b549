import type { StreamPull } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { RadioTower } from 'lucide-react';
import { useSecondsUntil } from '../../../room/use-seconds.ts';
import { useTranslation } from '../../../texts/use-translation.ts';

export interface PullCardProps {
  readonly name: string;
  readonly pull: StreamPull;
}

/** Says what the source of a pulled stream does: it is connected to, or waited for, and why. [WPL1] [WPL2] */
export function PullCard({ name, pull }: PullCardProps) {
  const { t } = useTranslation('pull');
  const { fault, next_try_at: nextTry } = pull;
  const state = fault === undefined ? 'connecting' : 'waiting';
  return (
    <div className="absolute inset-0 grid overflow-auto bg-black p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3">
      <section className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <RadioTower size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <div role="status" className="grid gap-1">
          <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">{t(`${state}.title`)}</h2>
          {fault && <p className="@max-[34rem]:text-sm">{t(`fault.${fault}`)}</p>}
        </div>
        {fault && <NextTry at={nextTry} />}
        <p className="text-muted @max-[34rem]:text-sm">{t(`${state}.text`, { name: shownTitle(name) })}</p>
      </section>
    </div>
  );
}

/** Counts down, second by second. Screen readers do not read out each one. */
function NextTry({ at }: { readonly at: string | undefined }) {
  const { t } = useTranslation('pull');
  const seconds = useSecondsUntil(at === undefined ? 0 : Date.parse(at));
  return (
    <p aria-hidden="true" className="font-semibold tabular-nums">
      {seconds > 0 ? t('next', { seconds }) : t('now')}
    </p>
  );
}
