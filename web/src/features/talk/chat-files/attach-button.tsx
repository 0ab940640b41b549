import { Camera, Images, Paperclip, Video } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { acceptedFiles } from './sending/file-types.ts';

/** Opens the files of the device. On phones it is a menu that also has the camera. [WCF1] */
export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chat-files');
  const isTouch = useMediaQuery('(pointer: coarse)');
  const files = useRef<HTMLInputElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const film = useRef<HTMLInputElement>(null);
  const field = (ref: typeof files, accept: string, capture?: 'environment') => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={t('attach')}
      accept={accept}
      multiple={capture === undefined}
      capture={capture}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // So that the same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  const icon = <Paperclip size={20} aria-hidden="true" />;
  if (!isTouch) {
    return (
      <>
        {field(files, acceptedFiles)}
        <IconButton label={t('attach')} tooltip="start" icon={icon} onClick={() => files.current?.click()} />
      </>
    );
  }
  const entry = (label: string, entryIcon: ReactNode, input: typeof files) =>
    ({ kind: 'item', label, icon: entryIcon, onSelect: () => input.current?.click() }) as const;
  return (
    <>
      {field(files, acceptedFiles)}
      {field(photo, 'image/*', 'environment')}
      {field(film, 'video/*', 'environment')}
      <Menu
        trigger={<IconButton label={t('attach')} tooltip="start" icon={icon} />}
        entries={[
          entry(t('fromDevice'), <Images size={18} aria-hidden="true" />, files),
          entry(t('takePhoto'), <Camera size={18} aria-hidden="true" />, photo),
          entry(t('takeVideo'), <Video size={18} aria-hidden="true" />, film),
        ]}
      />
    </>
  );
}
