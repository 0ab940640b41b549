import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePlayback, usePlaybackState } from '../../client/hooks.ts';
import type { RoomConnection } from '../../client/room.ts';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { PlayerButton } from './player-button.tsx';
import type { SubtitleChoice } from './subtitle-view.tsx';
import { type SubtitleSize, subtitleSizes } from './subtitles.ts';
import type { PlaybackCommands } from './use-commands.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
const off = 'off';

export interface SettingsMenuProps {
  readonly room: RoomConnection;
  readonly mayControl: boolean;
  readonly commands: PlaybackCommands;
  readonly subtitles: SubtitleChoice;
  readonly setSubtitles: (choice: SubtitleChoice) => void;
}

/** Speed, which is everybody's, and subtitles, which are one's own. */
export function SettingsMenu({ room, mayControl, commands, subtitles, setSubtitles }: SettingsMenuProps) {
  const { t, i18n } = useTranslation('playback');
  const available = usePlayback(room)?.subtitles ?? [];
  const speed = usePlaybackState(room)?.speed ?? 1;
  const speedName = (value: number) => `${new Intl.NumberFormat(i18n.language).format(value)} ×`;
  const offered = speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b);
  const entries: MenuEntry[] = [
    mayControl
      ? {
          kind: 'choice',
          label: t('speed'),
          value: String(speed),
          options: offered.map((value) => ({ value: String(value), label: speedName(value) })),
          onChange: (value) => commands.setSpeed(Number(value)),
        }
      : { kind: 'label', label: t('speedIs', { speed: speedName(speed) }) },
  ];
  if (available.length === 0) entries.push({ kind: 'label', label: t('subtitles.none') });
  else {
    const tracks = available.map((subtitle, index) => ({
      value: String(index),
      label: subtitle.name || subtitle.language || t('subtitles.track', { number: index + 1 }),
    }));
    entries.push({
      kind: 'choice',
      label: t('subtitles.title'),
      value: subtitles.index === undefined ? off : String(subtitles.index),
      options: [{ value: off, label: t('subtitles.off') }, ...tracks],
      onChange: (value) => setSubtitles({ ...subtitles, index: value === off ? undefined : Number(value) }),
    });
  }
  if (subtitles.index !== undefined) {
    const sizes = Object.keys(subtitleSizes) as SubtitleSize[];
    entries.push({
      kind: 'choice',
      label: t('subtitles.size'),
      value: subtitles.size,
      options: sizes.map((size) => ({ value: size, label: t(`subtitles.${size}`) })),
      onChange: (size) => setSubtitles({ ...subtitles, size: size as SubtitleSize }),
    });
  }
  return (
    <Menu
      entries={entries}
      trigger={<PlayerButton label={t('settings')} align="end" icon={<Settings2 size={20} aria-hidden="true" />} />}
    />
  );
}
