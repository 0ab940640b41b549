import { create, type DescMessage, type Message } from '@bufbuild/protobuf';

/** What a handler gave, as a message. */
export function toMessage(desc: DescMessage, answer: object): Message {
  return '$typeName' in answer ? (answer as Message) : create(desc, answer as never);
}
