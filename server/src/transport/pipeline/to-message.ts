import { create, type DescMessage, type Message } from '@bufbuild/protobuf';

/** A handler's answer as a message. */
export function toMessage(desc: DescMessage, answer: object): Message {
  return '$typeName' in answer ? (answer as Message) : create(desc, answer as never);
}
