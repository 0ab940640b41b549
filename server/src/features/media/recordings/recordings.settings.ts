import { bool, integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const recordingSettings = {
  recordings: setting(
    'rtmp.recordings',
    bool,
    true,
    'Whether live streams can be recorded. Their recordings count among the files of the room.',
  ),
  maxRecordingMinutes: setting(
    'rtmp.maxRecordingMinutes',
    integer(1, 1_440, 'minutes'),
    240,
    'How long a recording of a live stream can be. At the end of that time it becomes an item; the stream goes on.',
  ),
  maxRecordingMegabytes: setting(
    'rtmp.maxRecordingMegabytes',
    integer(1, 1_000_000, 'megabytes'),
    4_096,
    'How large a recording of a live stream can get.',
  ),
};
