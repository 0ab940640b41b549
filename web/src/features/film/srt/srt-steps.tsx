import type { CreateRoomSrtAddressResponse } from '@matinee/contract/gen/api.ts';
import { QrCode as QrCodeIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QrCode } from '../../../ui/signs/qr-code.tsx';
import { srtCommand, srtLarixLink, withoutPassphrase } from './srt-addresses.ts';

const programs = ['obs', 'larix', 'ffmpeg'] as const;
type Program = (typeof programs)[number];

interface SrtStepsProps {
  readonly name: string;
  readonly made: CreateRoomSrtAddressResponse;
}

/** What to do in the program with which somebody sends by SRT. [WSR2] */
export function SrtSteps({ name, made: { srt_url: address, latency_ms: latencyMs } }: SrtStepsProps) {
  const { t } = useTranslation('srt');
  const [program, setProgram] = useState<Program>('obs');
  return (
    <div className="grid gap-3">
      <Select
        label={t('steps.with')}
        value={program}
        options={programs.map((value) => ({ value, label: t(`steps.${value}.name`) }))}
        onChange={setProgram}
      />
      <ol className="grid list-decimal gap-1 ps-5 text-sm text-muted">
        {['first', 'then', 'last'].map((step) => (
          <li key={step}>{t(`steps.${program}.${step}`)}</li>
        ))}
      </ol>
      {program === 'ffmpeg' && <Command address={address} />}
      {program === 'larix' && <LarixCode key={address} text={srtLarixLink(address, latencyMs, name)} />}
    </div>
  );
}

/** The passphrase is copied, but not shown: whoever sends may be showing this screen. */
function Command({ address }: { readonly address: string }) {
  const { t } = useTranslation('srt');
  return (
    <div className="grid gap-2">
      <TextField
        label={t('steps.ffmpeg.command')}
        readOnly
        dir="ltr"
        value={srtCommand(withoutPassphrase(address, '••••••'))}
        className="font-mono text-sm"
      />
      <div>
        <CopyButton kind="secondary" text={srtCommand(address)} label={t('steps.ffmpeg.copy')} />
      </div>
    </div>
  );
}

function LarixCode({ text }: { readonly text: string }) {
  const { t } = useTranslation('srt');
  const [isShown, setShown] = useState(false);
  if (isShown) return <QrCode text={text} label={t('steps.larix.code')} />;
  return (
    <div>
      <Button icon={<QrCodeIcon size={18} aria-hidden="true" />} onClick={() => setShown(true)}>
        {t('steps.larix.show')}
      </Button>
    </div>
  );
}
