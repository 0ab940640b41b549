import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { formatTime } from '../playback/format-time.port.ts';

interface MarkEndProps {
  readonly label: string;
  /** Label of the button that takes where the film is now. */
  readonly here: string;
  /** Undefined: not set yet. */
  readonly value: number | undefined;
  /** Where the film is. */
  readonly now: number;
  readonly onChange: (seconds: number) => void;
}

/** One end of a part: takes where the film is, and moves by a second. */
export function MarkEnd({ label, here, value, now, onChange }: MarkEndProps) {
  const { t, i18n } = useTranslation('series');
  const signed = new Intl.NumberFormat(i18n.locale, { signDisplay: 'always' });
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      <Button onClick={() => onChange(Math.round(now * 10) / 10)}>{here}</Button>
      <output aria-label={label} className="min-w-12 text-center tabular-nums">
        {value === undefined ? '–' : formatTime(value)}
      </output>
      {value !== undefined &&
        ([-1, 1] as const).map((step) => (
          <Button
            key={step}
            kind="quiet"
            aria-label={`${label}: ${t('mark.seconds', { seconds: signed.format(step) })}`}
            onClick={() => onChange(Math.max(0, value + step))}
          >
            {t('mark.seconds', { seconds: signed.format(step) })}
          </Button>
        ))}
    </fieldset>
  );
}
