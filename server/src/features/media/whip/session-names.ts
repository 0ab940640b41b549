/**
 * The last part of a session's address: its broadcast, and a signature that only holds with the key of the stream. So any
 * process ends any session, whose key may be used up by then. [WH5]
 */
import { makeFieldSigner } from '../../../kernel/signing/field-signer.ts';

export interface SessionNames {
  make(roomId: string, generationId: string, key: string): string;
  /** The broadcast; undefined: the name and the key do not belong together. */
  read(roomId: string, name: string, key: string): string | undefined;
}

/** `secret` is the server's secret. */
export function makeSessionNames(secret: string): SessionNames {
  const signer = makeFieldSigner(secret, 'matinee whip sessions');
  return {
    make: (roomId, generationId, key) => `${generationId}.${signer.sign(roomId, generationId, key)}`,
    read(roomId, name, key) {
      const [generationId = '', signature = ''] = name.split('.');
      return signer.isValid(signature, roomId, generationId, key) ? generationId : undefined;
    },
  };
}
