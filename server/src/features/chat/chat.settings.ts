import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';

export const chatSettings = {
  maxMessagesPerRoom: setting(
    'chat.maxMessagesPerRoom',
    z.number().int().min(0).max(100_000),
    500,
    'Messages kept in a room; 0 keeps all.',
  ),
  messageRetentionDays: setting(
    'chat.messageRetentionDays',
    z.number().int().min(1).max(3650),
    90,
    'Days for which messages are kept.',
  ),
};
