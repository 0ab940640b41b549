import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { MadePictures, StoredPicture } from '../../files/files/made-pictures.port.ts';
import type { Posters } from '../film-catalogue/film-catalogue.port.ts';
import type { MediaItem } from '../library/library.port.ts';
import type { FindCover } from '../providers/sources.ts';
import type { artworkSettings } from './artwork.settings.ts';
import type { FrameParts } from './take-frame.ts';

export interface ArtworkParts extends FrameParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly keyValue: Pick<KeyValue, 'orLocal'>;
  readonly settings: SettingValues<typeof artworkSettings>;
  readonly pictures: MadePictures;
  /** Returns the ffmpeg of this machine. Undefined: there is none. */
  readonly ffmpeg: () => Promise<Ffmpeg | undefined>;
  /** Finds the provider's picture of an item. */
  readonly findCover: FindCover;
  readonly posters: Posters;
  /** Gives the item its picture, and sends the change to the room. */
  readonly show: (item: MediaItem, picture: StoredPicture) => Promise<void>;
}

/** Counts since the process started. */
export interface ArtworkFigures {
  covers: number;
  posters: number;
  frames: number;
  failed: number;
}
