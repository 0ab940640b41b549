import { QrCode as QrCodeIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QrCode } from '../../../ui/signs/qr-code.tsx';

/** The namespace of the texts of these parts, under `steps`. */
type Namespace = 'streams' | 'srt';

interface ProgramStepsProps<P extends string> {
  readonly namespace: Namespace;
  readonly programs: readonly P[];
  readonly program: P;
  readonly onChoose: (program: P) => void;
  /** What the steps of the program need. */
  readonly children: ReactNode;
}

/** What to do in the program with which somebody sends. */
export function ProgramSteps<P extends string>({
  namespace,
  programs,
  program,
  onChoose,
  children,
}: ProgramStepsProps<P>) {
  const { t } = useTranslation(namespace);
  return (
    <div className="grid gap-3">
      <Select
        label={t('steps.with')}
        value={program}
        options={programs.map((value) => ({ value, label: t(`steps.${value}.name`) }))}
        onChange={onChoose}
      />
      <ol className="grid list-decimal gap-1 ps-5 text-sm text-muted">
        {['first', 'then', 'last'].map((step) => (
          <li key={step}>{t(`steps.${program}.${step}`)}</li>
        ))}
      </ol>
      {children}
    </div>
  );
}

interface SecretCommandProps {
  readonly namespace: Namespace;
  /** The command without its secret: whoever sends may be showing this screen. */
  readonly shown: string;
  readonly copied: string;
}

/** A command for ffmpeg. */
export function SecretCommand({ namespace, shown, copied }: SecretCommandProps) {
  const { t } = useTranslation(namespace);
  return (
    <div className="grid gap-2">
      <TextField label={t('steps.ffmpeg.command')} readOnly dir="ltr" value={shown} className="font-mono text-sm" />
      <div>
        <CopyButton kind="secondary" text={copied} label={t('steps.ffmpeg.copy')} />
      </div>
    </div>
  );
}

/** A code that sets up Larix. It is shown after a press, because it contains the key. */
export function LarixCode({ namespace, text }: { readonly namespace: Namespace; readonly text: string }) {
  const { t } = useTranslation(namespace);
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
