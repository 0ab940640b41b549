import type { LiveStream } from '@matinee/contract/gen/api.ts';
import { Download } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Chip } from '../../../ui/signs/chip.tsx';

/** That a stream is pulled from elsewhere, how that goes, and why it does not; nothing of one that is sent here. [WAT3] */
export function StreamSource({ stream: { pull } }: { readonly stream: LiveStream }) {
  const { t } = useTranslation(['admin-streams', 'pull']);
  if (!pull) return null;
  const tone = pull.state === 'on_air' ? 'plain' : 'danger';
  return (
    <span className="grid gap-1">
      <span>
        <Chip tone={tone} icon={<Download size={12} aria-hidden="true" />}>
          {t(`pull.${pull.state}`)}
        </Chip>
      </span>
      {pull.fault && pull.state !== 'on_air' && <span>{t(`fault.${pull.fault}`, { ns: 'pull' })}</span>}
    </span>
  );
}
