import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import type { Translate } from '../../../texts/texts.ts';

/** A message in one line. Without a text, it names the attachment. `t` returns the texts of the chat. Pure. [WCF12] */
export function summaryOf(
  { content, attachments }: Pick<ChatMessage, 'content' | 'attachments'>,
  t: Translate,
): string {
  const count = attachments.length;
  if (content !== '' || count === 0) return content;
  if (attachments.every(({ kind }) => kind === 'image')) return t('pictures', { ns: 'chat', count });
  if (count === 1 && attachments[0]?.waveform) return t('voiceMessage', { ns: 'chat' });
  return attachments.map(({ name }) => name).join(', ');
}
