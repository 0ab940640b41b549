import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { type TwitchSource, TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { embedded } from '../embedded.ts';
import type { Described, MediaProvider, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved } from '../resolved.ts';
import { twitchAccounts } from './twitch.accounts.ts';
import { twitchChat } from './twitch.chat.ts';
import { twitchApi } from './twitch.client.ts';
import { isIdOf, readLink } from './twitch.links.ts';
import { askerOf } from './twitch.tokens.ts';

const reasons = defineReasons('twitch', { id: 'is no such id on Twitch' });

/** Live channels, videos and clips of Twitch, played by Twitch's own player: its terms allow no other. */
export const twitch: MediaProvider<'twitch'> = {
  name: 'twitch',
  sourceCase: 'twitch',
  recognize: readLink,
  check: ({ kind, id }, field) => (isIdOf(kind, id) ? [] : [{ field: `${field}.id`, ...reasons.id() }]),
  nameOf: ({ kind, id }) => (kind === EmbedKind.CHANNEL ? `${id} (Twitch)` : `Twitch ${id.replaceAll('-', ' ')}`),
  describe: async (source, tools) => (await ask(source, tools)) ?? { name: twitch.nameOf(source) },
  outline,
  resolve,
  liveComments: twitchChat,
  accounts: twitchAccounts,
};

interface TwitchFacts extends Described {
  readonly channel: string;
  readonly picture?: string;
}

/** Twitch's facts about a source; undefined when the operator has registered no client. @throws ProviderError */
async function ask({ kind, id }: TwitchSource, tools: ProviderTools): Promise<TwitchFacts | undefined> {
  if (tools.operator?.() === undefined) return undefined;
  return tools.remember(`${kind} ${id}`, async () => {
    const api = twitchApi(askerOf(undefined, tools), tools);
    if (kind === EmbedKind.CHANNEL) {
      const [{ name }, { items }] = await Promise.all([
        api.user(id),
        api.streams({ user_login: id }, { after: undefined, limit: 1 }),
      ]);
      const [{ title, picture } = { title: '' }] = items;
      return {
        name: title === '' ? name : `${name}: ${title}`,
        channel: name,
        ...(picture === undefined ? {} : { picture }),
      };
    }
    const film = await (kind === EmbedKind.VIDEO ? api.video(id) : api.clip(id));
    if (!film) throw new ProviderError('missing');
    const { title, ...facts } = film;
    return { ...facts, name: title || twitch.nameOf(create(TwitchSourceSchema, { kind, id })) };
  });
}

/** Adds facts from the site; the source plays without them. [TW7] */
async function resolve(source: TwitchSource, tools: ProviderTools): Promise<Resolved> {
  const told = await ask(source, tools).catch(() => undefined);
  if (!told) return outline(source);
  const { channel, durationSeconds, picture } = told;
  return {
    ...outline(source),
    metadata: channel === '' ? {} : { channel },
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
  };
}

function outline({ kind, id, startSeconds }: TwitchSource): Resolved {
  const live = kind === EmbedKind.CHANNEL ? PlaybackKind.LIVE : PlaybackKind.REGULAR;
  return embedded({ player: EmbedPlayer.TWITCH, kind, id, startSeconds }, live);
}
