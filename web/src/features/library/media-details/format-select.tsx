import type { MediaFormat } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';

/** Formats that an address can lead to. */
const formats: readonly MediaFormat[] = ['file', 'hls', 'dash', 'flv'];

interface FormatSelectProps {
  readonly value: MediaFormat | '';
  readonly onChange: (format: MediaFormat | '') => void;
}

/** The kind of file at an address. */
export function FormatSelect({ value, onChange }: FormatSelectProps) {
  const { t } = useTranslation('media-details');
  return (
    <Select
      label={t('format')}
      value={value}
      options={(['', ...formats] as const).map((format) => ({
        value: format,
        label: t(`formats.${format || 'told'}`),
      }))}
      onChange={onChange}
    />
  );
}
