import { useState } from 'react';
import { localNow } from '../../../client/room/clock.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { type BanLength, banLengths, endOf } from './ban-length.ts';
import { FormDialog } from './form-dialog.tsx';

/** A ban as the administrator filled it in. */
export interface Ban {
  readonly reason: string;
  /** RFC 3339; absent: without an end. */
  readonly until?: string;
}

export interface BanDialogProps {
  readonly title: string;
  readonly text: string;
  /** A hint about who can read the reason. */
  readonly reasonHint: string;
  /** True: the ban may have an end. */
  readonly withEnd?: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onBan: (ban: Ban) => void;
  readonly onClose: () => void;
}

/** Asks for the reason and the length of a ban of an account or a room. */
export function BanDialog({ reasonHint, withEnd = false, onBan, ...shown }: BanDialogProps) {
  const { t } = useTranslation('admin-users');
  const [reason, setReason] = useState('');
  const [length, setLength] = useState<BanLength>('forever');
  const ban = () => {
    const until = endOf(length, new Date(localNow()));
    onBan({ reason: reason.trim(), ...(until && { until }) });
  };
  return (
    <FormDialog {...shown} action={t('ban.action')} kind="danger" onSubmit={ban}>
      <TextArea
        label={t('ban.reason')}
        hint={reasonHint}
        maxLength={500}
        dir="auto"
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {withEnd && (
        <Select
          label={t('ban.length')}
          value={length}
          options={banLengths.map((value) => ({ value, label: t(`ban.for.${value}`) }))}
          onChange={setLength}
        />
      )}
    </FormDialog>
  );
}
