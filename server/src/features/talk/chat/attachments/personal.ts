import { clone } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ChatMessage, ChatMessageSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { RoomPrincipal } from '../../../../kernel/call.ts';
import type { ChatFiles } from '../../../files/files/files.port.ts';
import type { AttachmentFields } from './attachments.ts';

interface Caller {
  readonly principal: RoomPrincipal;
}

type Run<R, C, A> = (request: R, call: C) => Promise<A>;
type Pinned = { readonly message?: unknown };

/** The personal fields of an attachment for one reader. [CH37] */
export function accessOf(
  files: ChatFiles,
  { id = '', variants = [] }: Pick<AttachmentFields, 'id' | 'variants'>,
  principal: RoomPrincipal,
): AttachmentFields {
  const { url, tokenQuery, urlExpiresAt, reuse } = files.accessFor(id, principal);
  return {
    url,
    variants: variants.map((variant) => ({ ...variant, url: `${variant.url}${tokenQuery}` })),
    urlExpiresAt: timestampFromDate(urlExpiresAt),
    ...(reuse ? { reuseToken: reuse.token, reuseExpiresAt: timestampFromDate(reuse.expiresAt) } : {}),
  };
}

/**
 * Adds the caller's personal fields to attachments in responses: the caller can show them at once and send them again.
 */
export function makePersonal(files: ChatFiles) {
  function own(message: ChatMessage, principal: RoomPrincipal): ChatMessage {
    if (message.attachments.length === 0) return message;
    // Other callers may get the same message object.
    const copy = clone(ChatMessageSchema, message);
    for (const attachment of copy.attachments) Object.assign(attachment, accessOf(files, attachment, principal));
    return copy;
  }
  const ownPin = <P extends Pinned>(pin: P, principal: RoomPrincipal): P => ({
    ...pin,
    ...(pin.message ? { message: own(pin.message as ChatMessage, principal) } : {}),
  });
  return {
    message:
      <R, C extends Caller, A extends { readonly message?: unknown }>(run: Run<R, C, A>): Run<R, C, A> =>
      async (request, call) => {
        const answer = await run(request, call);
        return { ...answer, message: own(answer.message as ChatMessage, call.principal) };
      },
    messages:
      <R, C extends Caller, A extends { readonly messages: readonly ChatMessage[] }>(run: Run<R, C, A>) =>
      async (request: R, call: C) => {
        const answer = await run(request, call);
        return { ...answer, messages: answer.messages.map((message) => own(message, call.principal)) };
      },
    pin:
      <R, C extends Caller, A extends { readonly pin?: Pinned | undefined }>(run: Run<R, C, A>): Run<R, C, A> =>
      async (request, call) => {
        const answer = await run(request, call);
        return { ...answer, ...(answer.pin ? { pin: ownPin(answer.pin, call.principal) } : {}) };
      },
    pins:
      <R, C extends Caller, P extends Pinned, A extends { readonly pins: readonly P[] }>(run: Run<R, C, A>) =>
      async (request: R, call: C) => {
        const answer = await run(request, call);
        return { ...answer, pins: answer.pins.map((pin) => ownPin(pin, call.principal)) };
      },
  };
}
