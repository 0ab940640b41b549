import { QrCode as QrCodeIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QrCode } from '../../../ui/signs/qr-code.tsx';
import { ffmpegCommand, larixLink } from './sending-addresses.ts';

const overRtmp = ['obs', 'streamlabs', 'larix', 'ffmpeg'] as const;
type Program = (typeof overRtmp)[number] | 'whip';

interface SendingStepsProps {
  readonly name: string;
  /** Where to send over RTMP; empty: that is switched off. */
  readonly address: string;
  /** Where to send by WHIP; empty: that is switched off. */
  readonly whipAddress: string;
  /** Absent: it is not known here, or there is none yet. */
  readonly streamKey: string | undefined;
}

/** What to do in the program with which somebody sends. [WLS9] */
export function SendingSteps({ name, address, whipAddress, streamKey }: SendingStepsProps) {
  const { t } = useTranslation('streams');
  const programs: Program[] = [...(address === '' ? [] : overRtmp), ...(whipAddress === '' ? [] : (['whip'] as const))];
  const [chosen, setProgram] = useState<Program>('obs');
  const program = programs.includes(chosen) ? chosen : 'whip';
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
      {program === 'whip' && <WhipAddress address={whipAddress} />}
      {program === 'ffmpeg' && <Command address={address} streamKey={streamKey ?? t('steps.yourKey')} />}
      {program === 'larix' && streamKey !== undefined && (
        <LarixCode key={streamKey} text={larixLink(address, streamKey, name)} />
      )}
    </div>
  );
}

/** The address for programs that send by WHIP. [WWH5] */
function WhipAddress({ address }: { readonly address: string }) {
  const { t } = useTranslation('whip');
  return (
    <div className="grid gap-2">
      <TextField
        label={t('address')}
        hint={t('addressHint')}
        readOnly
        dir="ltr"
        value={address}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <div>
        <CopyButton kind="secondary" text={address} label={t('copyAddress')} />
      </div>
    </div>
  );
}

interface CommandProps {
  readonly address: string;
  readonly streamKey: string;
}

/** The key is copied, but not shown: whoever sends may be showing this screen. */
function Command({ address, streamKey }: CommandProps) {
  const { t } = useTranslation('streams');
  return (
    <div className="grid gap-2">
      <TextField
        label={t('steps.ffmpeg.command')}
        readOnly
        dir="ltr"
        value={ffmpegCommand(address, '••••••')}
        className="font-mono text-sm"
      />
      <div>
        <CopyButton kind="secondary" text={ffmpegCommand(address, streamKey)} label={t('steps.ffmpeg.copy')} />
      </div>
    </div>
  );
}

function LarixCode({ text }: { readonly text: string }) {
  const { t } = useTranslation('streams');
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
