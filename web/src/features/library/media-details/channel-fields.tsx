import { useTranslation } from '../../../texts/use-translation.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type ChannelField, channelFields, type Draft, type FieldKey } from './draft.ts';

export interface ChannelFieldsProps {
  readonly channel: Draft['channel'];
  readonly faultOf: (key: FieldKey) => string | undefined;
  readonly onChange: (channel: Draft['channel']) => void;
}

/** The picture of a channel, and where its programme is. [WCG5] */
export function ChannelFields({ channel, faultOf, onChange }: ChannelFieldsProps) {
  const { t } = useTranslation('media-details');
  const put = (field: ChannelField, value: string) => onChange({ ...channel, [field]: value });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('channel.title')}</legend>
      <p className="text-sm text-muted">{t('channel.hint')}</p>
      {channelFields.map((field) => (
        <TextField
          key={field}
          label={t(`channel.${field}`)}
          {...(field === 'guideName' ? { hint: t('channel.guideNameHint') } : {})}
          inputMode={field === 'logo' || field === 'guideUrl' ? 'url' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={channel[field]}
          onChange={(event) => put(field, event.target.value)}
          error={faultOf(`channel.${field}`)}
        />
      ))}
    </fieldset>
  );
}
