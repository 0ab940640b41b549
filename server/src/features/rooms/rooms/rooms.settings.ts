import { bool, choice, integer } from '../../../kernel/settings/setting-shapes.ts';
import { type SettingRule, setting } from '../../../kernel/settings/settings.ts';
import { roomReasons } from './rooms.errors.ts';

export const roomSettings = {
  allowRoomCreation: setting('server.allowRoomCreation', bool, true, 'People may create rooms.'),
  maxRoomsPerUser: setting('server.maxRoomsPerUser', integer(1, 1000, 'rooms'), 10, 'Rooms that one person may have.'),
  disableCreateRoom: setting('room.disableCreateRoom', bool, false, 'Nobody may create rooms for now.'),
  createRoomNeedReview: setting('room.createRoomNeedReview', bool, false, 'New rooms wait for a review.'),
  passwordPolicy: setting(
    'room.passwordPolicy',
    choice('optional', 'required', 'forbidden'),
    'optional',
    'Whether rooms have passwords.',
  ),
};

/** If users cannot create rooms, there is nothing to review. */
const reviewNeedsCreation: SettingRule = (values) =>
  values['room.disableCreateRoom'] === true && values['room.createRoomNeedReview'] === true
    ? {
        key: 'room.createRoomNeedReview',
        field: 'room.createRoomNeedReview',
        ...roomReasons.nothing_to_review(),
      }
    : undefined;

export const roomSettingRules = [reviewNeedsCreation];
