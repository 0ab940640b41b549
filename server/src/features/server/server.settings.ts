import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';

const name = z
  .string()
  .min(1)
  .max(128)
  .refine((v) => v.trim() === v, 'has white space around it')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .refine((v) => !/[\u0000-\u001f\u007f]/.test(v), 'has control characters');

export const serverSettings = {
  name: setting('server.name', name, 'Matinee', 'Name of this server, as people see it.'),
};
