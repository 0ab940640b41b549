import type { ProviderInstanceHealth } from '@matinee/contract/gen/api.ts';
import { CircleAlert, CircleCheck, CircleDashed, CircleOff } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';

const icons = { serving: CircleCheck, failing: CircleAlert, disabled: CircleOff } as const;
const tones = { serving: 'good', failing: 'danger' } as const;

/** The health of an instance, in a word. */
export function HealthChip({ status }: { readonly status: ProviderInstanceHealth['status'] }) {
  const { t } = useTranslation('admin-providers');
  const Icon = icons[status as keyof typeof icons] ?? CircleDashed;
  return (
    <Chip tone={tones[status as keyof typeof tones] ?? 'plain'} icon={<Icon size={14} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Chip>
  );
}

/** The health of an instance, and advice if it is not available. */
export function HealthText({ health }: { readonly health: ProviderInstanceHealth }) {
  const { t, i18n } = useTranslation('admin-providers');
  const { status, fault, detail, checked_at, latency_ms, program, kinds } = health;
  if (status === 'failing')
    return (
      <div className="grid gap-1 text-danger">
        <p>{t(`fault.${fault}`, { detail })}</p>
        {detail && fault !== 'private_network' && <p className="text-sm wrap-anywhere">{detail}</p>}
      </div>
    );
  if (status !== 'serving') return <p className="text-muted">{t(`statusText.${status}`)}</p>;
  const names = kinds.map(({ title }) => title);
  return (
    <div className="grid gap-1">
      <p>
        {names.length === 0 ? t('runsNothing') : t('runs', { names: new Intl.ListFormat(i18n.locale).format(names) })}
      </p>
      <p className="text-sm text-muted">
        {t('answered', { program, ms: Math.max(1, Math.round(latency_ms)) })} {checked_at && <Moment at={checked_at} />}
      </p>
    </div>
  );
}
