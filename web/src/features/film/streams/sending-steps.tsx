import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { LarixCode, ProgramSteps, SecretCommand } from './program-steps.tsx';
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
    <ProgramSteps namespace="streams" programs={programs} program={program} onChoose={setProgram}>
      {program === 'whip' && <WhipAddress address={whipAddress} />}
      {program === 'ffmpeg' && (
        <SecretCommand
          namespace="streams"
          shown={ffmpegCommand(address, '••••••')}
          copied={ffmpegCommand(address, streamKey ?? t('steps.yourKey'))}
        />
      )}
      {program === 'larix' && streamKey !== undefined && (
        <LarixCode namespace="streams" key={streamKey} text={larixLink(address, streamKey, name)} />
      )}
    </ProgramSteps>
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
