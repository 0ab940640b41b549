import { Plus, X } from 'lucide-react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { pictureOf } from '../../film/playback/playback.port.ts';
import { Cover, UploadedCover } from '../library/cover.tsx';
import { rootPlaylist } from '../library/resources.ts';
import { type DraftOption, fewestOptions, longestOption, mostOptions, withOption } from './new-poll-draft.ts';

export interface NewPollOptionsProps {
  readonly options: readonly DraftOption[];
  readonly error: string | undefined;
  readonly onChange: (options: readonly DraftOption[]) => void;
}

/** The options of a new poll: texts, and items of the playlist. [WPO7] */
export function NewPollOptions({ options, error, onChange }: NewPollOptionsProps) {
  const { t } = useTranslation('polls');
  const isFull = options.length >= mostOptions;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('new.options')}</legend>
      {options.map((option, place) => (
        <div key={option.key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            {option.media ? (
              <ItemOption option={option} />
            ) : (
              <TextField
                label={t('new.option', { number: place + 1 })}
                labelHidden
                placeholder={t('new.option', { number: place + 1 })}
                dir="auto"
                autoComplete="off"
                maxLength={longestOption}
                value={option.text}
                error={place === 0 ? error : undefined}
                onChange={({ target }) => onChange(options.with(place, { ...option, text: target.value }))}
              />
            )}
          </div>
          {options.length > fewestOptions && (
            <IconButton
              label={t('new.remove', { number: place + 1 })}
              tooltip="end"
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
            />
          )}
        </div>
      ))}
      {!isFull && (
        <div className="grid gap-2 sm:grid-cols-2">
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onChange(withOption(options))}>
            {t('new.add')}
          </Button>
          <FromPlaylist options={options} onChange={onChange} />
        </div>
      )}
    </fieldset>
  );
}

function ItemOption({ option: { media, text } }: { readonly option: DraftOption }) {
  const picture = pictureOf(media);
  return (
    <p className="flex min-h-11 items-center gap-2.5 rounded-control bg-surface-2 px-3 py-1.5">
      {picture ? <UploadedCover picture={picture} /> : media?.thumbnail && <Cover path={media.thumbnail} />}
      <span dir="auto" className="line-clamp-2 min-w-0 leading-snug wrap-anywhere">
        {text}
      </span>
    </p>
  );
}

/** Adds an item of the room's playlist; hidden if the room has no items. */
function FromPlaylist({ options, onChange }: Pick<NewPollOptionsProps, 'options' | 'onChange'>) {
  const { t } = useTranslation('polls');
  const { room } = useRoom();
  const taken = new Set(options.map(({ media }) => media?.id));
  const items = (useResource(room, rootPlaylist)?.media ?? []).filter(({ id }) => !taken.has(id));
  if (items.length === 0) return null;
  const add = (id: string) => {
    const media = items.find((item) => item.id === id);
    if (media) onChange(withOption(options, media));
  };
  return (
    <Select
      label={t('new.fromPlaylist')}
      labelHidden
      value=""
      options={[
        { value: '', label: t('new.fromPlaylist') },
        ...items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={add}
    />
  );
}
