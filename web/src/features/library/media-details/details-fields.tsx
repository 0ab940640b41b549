import type { MediaSource, ProxyMode } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { DetailsLines } from './details-lines.tsx';
import { type Draft, type FieldKey, listNames } from './draft.ts';
import { FormatSelect } from './format-select.tsx';

const modes: readonly ProxyMode[] = ['auto', 'prefer', 'only', 'direct_prefer', 'direct_only'];
/** Sources with a fixed loader: players of sites, files of viewers, and media that this server stores itself. */
const ownWays = [
  'youtube',
  'own_copy',
  'member_file',
  'vimeo',
  'dailymotion',
  'tiktok',
  'twitch',
  'rtmp',
  'live_proxy',
  'recording',
] as const;

const address = { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

export interface DetailsFieldsProps {
  readonly draft: Draft;
  /** The source of the item; undefined: it is new. */
  readonly before: MediaSource | undefined;
  readonly faultOf: (key: FieldKey) => string | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The fields for the parts of an item's source. */
export function DetailsFields({ draft, before, faultOf, onChange }: DetailsFieldsProps) {
  const { t } = useTranslation('media-details');
  const isAddress = before === undefined || before.direct_url !== undefined;
  const hasMode = !ownWays.some((way) => before?.[way] !== undefined);
  return (
    <>
      {isAddress && (
        <TextField
          {...address}
          {...(before ? {} : { 'data-autofocus': true })}
          label={t('url')}
          value={draft.url}
          onChange={(event) => onChange({ url: event.target.value })}
          error={faultOf('url')}
        />
      )}
      <TextField
        {...(before ? { 'data-autofocus': true } : {})}
        label={t('name')}
        {...(before ? {} : { hint: t('nameHint') })}
        dir="auto"
        maxLength={500}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={faultOf('name')}
      />
      {isAddress && <FormatSelect value={draft.format} onChange={(format) => onChange({ format })} />}
      {hasMode && (
        <Select
          label={t('mode')}
          hint={t(`modeHint.${draft.proxyMode}`)}
          value={draft.proxyMode}
          options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          onChange={(proxyMode) => onChange({ proxyMode })}
        />
      )}
      {isAddress && <AddressParts {...{ draft, before, faultOf, onChange }} />}
      {(isAddress || before.live_proxy) && (
        <ChannelFields channel={draft.channel} faultOf={faultOf} onChange={(channel) => onChange({ channel })} />
      )}
    </>
  );
}

/** The further parts of a source that is an address. */
function AddressParts({ draft, before, faultOf, onChange }: DetailsFieldsProps) {
  const { t } = useTranslation('media-details');
  return (
    <>
      {listNames.map((list) => (
        <DetailsLines
          key={list}
          list={list}
          lines={draft[list]}
          known={list === 'headers' ? Object.keys(before?.direct_url?.headers ?? {}) : []}
          faultOf={faultOf}
          onChange={(lines) => onChange({ [list]: lines })}
        />
      ))}
      <TextField
        {...address}
        label={t('storyboard')}
        hint={t('storyboardHint')}
        value={draft.storyboard}
        onChange={(event) => onChange({ storyboard: event.target.value })}
        error={faultOf('storyboard')}
      />
    </>
  );
}
