import { integer, texts } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const chatSettings = {
  maxMessagesPerRoom: setting(
    'chat.maxMessagesPerRoom',
    integer(0, 100_000, 'messages'),
    500,
    'Messages kept in a room; 0 keeps all.',
  ),
  maxPinnedMessagesPerRoom: setting(
    'chat.maxPinnedMessagesPerRoom',
    integer(0, 1000, 'messages'),
    20,
    'Messages that may be pinned in a room.',
  ),
  messageRetentionDays: setting(
    'chat.messageRetentionDays',
    integer(1, 3650, 'days'),
    90,
    'Days for which messages are kept.',
  ),
  blockedWords: setting(
    'chat.blockedWords',
    texts(
      100,
      () => undefined,
      (value) => value.toLowerCase(),
    ),
    [],
    'Words and phrases that no message may have. Case, accents and what stands between words do not count.',
    { example: 'buy now' },
  ),
  maxChatMessages: setting(
    'server.maxChatMessages',
    integer(0, 10_000, 'messages'),
    500,
    'The cap on messages in a room that the server tells clients; 0 is none. What is deleted goes by chat.maxMessagesPerRoom.',
  ),
};
