import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type MediaSource, ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { defineReasons, type FieldViolation } from '@matinee/contract/reasons.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { SealError, type Sealer } from '../../../kernel/sealing.ts';
import { nameOfPlayer, playerNamed } from '../../../providers/player.ts';
import type { MediaProviders, ProviderTools, ResolveContext, Secrets } from '../../../providers/provider.ts';
import type { Resolved, UpstreamAddress } from '../../../providers/resolved.ts';
import type { MediaItem } from '../library/library.port.ts';
import {
  longestLifeMs,
  mediaVersion,
  type PlaybackUrls,
  pauseMs,
  type ResourceKey,
  resourcePath,
  usualLifeMs,
} from '../proxy/proxy.port.ts';
import type { OfferSwarm } from '../swarms/offers.port.ts';
import type { Accounts } from './accounts/accounts.ts';
import { decideDelivery } from './delivery.ts';
import { factsOf, type IsPrivateHost, unknownViewer, type ViewerWishes } from './delivery-facts.ts';
import { nounsOf, pathNameOf, type Understood, understand } from './find-provider.ts';
import { checkChannel, logoOf } from './listed/channel-source.ts';
import { makeNaming } from './naming.ts';
import { toPlayback } from './playback-messages.ts';
import { telling } from './provider-failures.ts';
import { providerErrors } from './providers.errors.ts';
import type { PlaybackInit, Sources } from './providers.port.ts';
import { type LastPlayers, makeLastPlayers } from './reports/last-players.ts';
import { makeResolutions } from './resolutions.ts';

export interface SourceParts {
  readonly providers: MediaProviders;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly playbackUrls: PlaybackUrls;
  /** Whether the public address of this server has TLS. */
  readonly isPageSecure: () => boolean;
  readonly isPrivateHost: IsPrivateHost;
  /** Whether this server converts films. */
  readonly canConvert: () => boolean;
  /** Names of the smaller versions of live streams that this server makes. */
  readonly rungs: () => readonly string[];
  /** Whether viewers may watch live streams of this server by WHEP. */
  readonly hasWhep: () => boolean;
  /** Whether the instance `instanceName` has the provider. */
  readonly isServed: (provider: string, instanceName: string) => boolean;
}

export const accountReasons = defineReasons('providers', {
  not_own_account: 'is not an account of yours',
  other_instance: 'is not the instance at which this account was signed in',
  no_instance: 'is no instance that has this provider',
  never_direct: 'cannot be direct: this server alone can reach the source',
});

/**
 * Resolves an item's playback with upstream's credentials. @throws AppError when this viewer may not watch it, or
 * upstream does not respond.
 */
export type ResolveItem = (
  item: MediaItem,
  viewer: {
    readonly userId: string;
    /** The player's name by `nameOfPlayer`. Absent: modes for most players. */
    readonly player?: string;
  },
) => Promise<Resolved>;

/**
 * The address of an item's small picture; undefined: none. @throws AppError when this viewer may not see it, or
 * upstream does not respond.
 */
export type FindCover = (item: MediaItem, viewer: { readonly userId: string }) => Promise<UpstreamAddress | undefined>;

/** The account and secrets that an item's provider needs for upstream. @throws AppError when they are gone. */
export type OpenItem = (item: MediaItem) => Promise<ResolveContext>;

interface SourceServices {
  readonly sources: Sources;
  /** The `nameOfPlayer` of the last player that an item was resolved for; empty: unknown. */
  readonly lastPlayerOf: (mediaId: string) => string;
  readonly resolveItem: ResolveItem;
  readonly findCover: FindCover;
  readonly openItem: OpenItem;
}

/** Answers queries about sources through their providers. */
export function makeSources(parts: SourceParts): SourceServices {
  const { providers, sealer, accounts } = parts;
  const openItem = makeOpening(parts);
  const resolveItem = makeResolving(parts, openItem);
  const withCovers = new Map(Object.values(providers).map((one) => [one.name, one.coverOf !== undefined]));
  const lastPlayers = makeLastPlayers();
  const sources: Sources = {
    ...makePlaybacks(parts, resolveItem, lastPlayers),
    coverOf({ roomId, mediaId, sourceVersion, provider: name, source }) {
      if (!withCovers.get(name) && logoOf(source) === undefined) return '';
      const version = mediaVersion(mediaId, sourceVersion);
      return resourcePath({ roomId, provider: pathNameOf({ name }), version, noun: 'thumbnail', mode: '', index: 0 });
    },
    async check(source, userId) {
      const { provider, value, field } = understand(providers, source);
      const violations = [
        ...provider.check(value, field),
        ...directFaults(provider, source),
        ...checkChannel(source.channel, 'source.channel'),
      ];
      const accountId = provider.accounts?.accountOf(value)?.accountId;
      const instance = { field: 'source.provider_instance_name' };
      const named = source.providerInstanceName ?? '';
      if (accountId === undefined)
        return named === '' || parts.isServed(provider.name, named)
          ? violations
          : [...violations, { ...instance, ...accountReasons.no_instance() }];
      const account = await accounts.findOwn(userId, provider.name, accountId);
      if (!account) return [...violations, { field: `${field}.account_id`, ...accountReasons.not_own_account() }];
      if (named === '' || named === account.instance_name) return violations;
      return [...violations, { ...instance, ...accountReasons.other_instance() }];
    },
    originOf(source) {
      const { provider, value } = understand(providers, source);
      return { provider: provider.name, accountId: provider.accounts?.accountOf(value)?.accountId };
    },
    findName: makeNaming(parts),
    liveComments(item) {
      const { provider, value } = understand(providers, item.media.source!);
      if (!areCommentsThere(provider, value)) return undefined;
      return async () => {
        const context = await openItem(item);
        return telling(() => provider.liveComments!.talk(value, context));
      };
    },
    store(mediaId, source, before = null) {
      const { provider, value } = understand(providers, source);
      const { shown, secrets } = provider.hide?.(value) ?? { shown: value, secrets: {} };
      if (Object.keys(secrets).length === 0) return { source, sealedSecrets: null };
      const known = openSecrets(sealer, mediaId, before);
      const kept = Object.entries(secrets).map(([name, text]) => [name, text || (known[name] ?? '')]);
      const sealedSecrets = sealer.seal(JSON.stringify(Object.fromEntries(kept)), sealContext(mediaId));
      // `hide` returns a source of the same provider.
      const hidden = { case: source.source.case, value: shown } as typeof source.source;
      return { source: { ...source, source: hidden }, sealedSecrets };
    },
  };
  return { sources, resolveItem, findCover: makeCovers(parts, openItem), openItem, lastPlayerOf: lastPlayers.of };
}

/** [MFP3] */
function directFaults({ neverDirect }: Understood['provider'], { proxyMode }: MediaSource): readonly FieldViolation[] {
  const isDirect = proxyMode === ProxyMode.DIRECT_ONLY || proxyMode === ProxyMode.DIRECT_PREFER;
  return neverDirect && isDirect ? [{ field: 'source.proxy_mode', ...accountReasons.never_direct() }] : [];
}

/** Whether a source's site has live comments that all members of the room may read. */
function areCommentsThere({ liveComments, accounts }: Understood['provider'], value: Understood['value']): boolean {
  return liveComments?.areThere(value) === true && accounts?.accountOf(value)?.isShared !== false;
}

/** [PV13] [PV14] [PV74] */
function makeResolving({ providers, clock }: SourceParts, openItem: OpenItem): ResolveItem {
  const resolutions = makeResolutions(clock);
  return async (item, { userId, player: name = '' }) => {
    const { media, sourceVersion } = item;
    const { provider, value } = requireShared(providers, item, userId);
    const player = provider.asksForPlayer ? playerNamed(name) : undefined;
    return resolutions(`${media.id} ${sourceVersion} ${media.creatorId} ${player ? name : ''}`, async () => {
      const context = await openItem(item);
      return telling(() => provider.resolve(value, player ? { ...context, player } : context));
    });
  };
}

/** [PV55] [PV83] */
function makeCovers({ providers }: SourceParts, openItem: OpenItem): FindCover {
  return async (item, { userId }) => {
    const { provider, value } = requireShared(providers, item, userId);
    const logo = logoOf(item.media.source!);
    if (logo !== undefined) return { url: logo };
    const context = await openItem(item);
    return telling(async () => provider.coverOf?.(value, context));
  };
}

/**
 * Finds the provider of an item. @throws AppError `providers.account_not_shared` when the account is not shared with
 * this viewer.
 */
function requireShared(providers: MediaProviders, { media }: MediaItem, userId: string): Understood {
  const understood = understand(providers, media.source!);
  const used = understood.provider.accounts?.accountOf(understood.value);
  if (used && !used.isShared && userId !== media.creatorId) throw providerErrors.account_not_shared();
  return understood;
}

function makeOpening({ providers, sealer, accounts, toolsOf }: SourceParts): OpenItem {
  return async ({ roomId, media, sealedSecrets }) => {
    const { provider, value } = understand(providers, media.source!);
    const used = provider.accounts?.accountOf(value);
    const secrets = openSecrets(sealer, media.id, sealedSecrets);
    const account = used && (await accounts.openFor(media.creatorId, provider.name, used.accountId));
    const { providerInstanceName: instanceName = '' } = media.source!;
    const item = { roomId, mediaId: media.id, adderId: media.creatorId };
    return { ...toolsOf(provider.name), secrets, account, instanceName, item };
  };
}

/** A viewer's preferences, and their addresses. */
interface PlaybackRequest extends ViewerWishes {
  readonly expiresAtMs: number | undefined;
  readonly player: string;
  readonly urlOf: (key: ResourceKey) => string;
  readonly offerSwarm: OfferSwarm | undefined;
}

/** By WebRTC, falling back to the other media. */
const whep = { name: 'WHEP', format: MediaFormat.WHEP };

/** A live stream of this server; its smaller versions, and the one with the lowest delay, are later modes. [PV84] */
function withRungs(resolved: Resolved, rungs: readonly string[], hasWhep: boolean): Resolved {
  const [first] = resolved.modes;
  if (!resolved.isOwn || resolved.playbackKind !== PlaybackKind.LIVE || !first) return resolved;
  const modes = [...resolved.modes, ...rungs.map((name) => ({ ...first, name, isRung: true }))];
  const closest = { ...first, name: 'whep', medias: [whep, ...first.medias] };
  return { ...resolved, modes: hasWhep ? [...modes, closest] : modes };
}

/** Makes the playback messages for clients. */
function makePlaybacks(
  { providers, clock, playbackUrls, isPageSecure, isPrivateHost, canConvert, rungs, hasWhep }: SourceParts,
  resolveItem: ResolveItem,
  lastPlayers: LastPlayers,
): Pick<Sources, 'outline' | 'resolve'> {
  function toMessage(roomId: string, item: MediaItem, found: Resolved, asked: PlaybackRequest): PlaybackInit {
    const resolved = withRungs(found, rungs(), hasWhep());
    const source = item.media.source!;
    const { provider, value } = understand(providers, source);
    const wanted = provider.neverDirect ? ProxyMode.ONLY : (source.proxyMode ?? ProxyMode.UNSPECIFIED);
    const delivery = decideDelivery(factsOf(resolved, wanted, asked, isPrivateHost));
    const { profile, expiresAtMs, urlOf, offerSwarm } = asked;
    return toPlayback({
      roomId,
      item,
      providerName: provider.name,
      providerPath: pathNameOf(provider),
      nounOf: nounsOf(provider),
      resolved,
      hasLiveComments: areCommentsThere(provider, value),
      adder: source.proxyMode ?? ProxyMode.UNSPECIFIED,
      player: asked.player,
      delivery,
      canConvert: canConvert(),
      abilities: profile,
      expiresAtMs,
      urlOf,
      offerSwarm,
    });
  }

  return {
    outline(roomId, item) {
      const { provider, value } = understand(providers, item.media.source!);
      const nobody = { expiresAtMs: undefined, player: '', offerSwarm: undefined };
      const asked = { ...unknownViewer(isPageSecure()), ...nobody, urlOf: resourcePath };
      return toMessage(roomId, item, provider.outline(value), asked);
    },
    async resolve(roomId, item, viewer, wishes) {
      const { proxyMode, profile = unknownViewer(isPageSecure()).profile, offerSwarm } = wishes;
      const { durationSeconds } = item.media;
      const lifeMs = durationSeconds === undefined ? usualLifeMs : durationSeconds * 1_000 + pauseMs;
      // Signatures use whole seconds.
      const expiresAtMs = Math.floor((clock.nowMs() + Math.min(lifeMs, longestLifeMs)) / 1_000) * 1_000;
      const { provider } = understand(providers, item.media.source!);
      const player = provider.asksForPlayer ? nameOfPlayer(profile) : '';
      lastPlayers.note(item.media.id, player);
      return toMessage(roomId, item, await resolveItem(item, { userId: viewer.userId, player }), {
        player,
        proxyMode,
        profile,
        expiresAtMs,
        offerSwarm,
        urlOf: (key) => playbackUrls.urlFor(key, viewer, expiresAtMs),
      });
    },
  };
}

function sealContext(mediaId: string): string {
  return `media source:${mediaId}`;
}

/** @throws AppError `providers.secrets_lost` when the server's key has changed. */
export function openSecrets(sealer: Sealer, mediaId: string, sealed: string | null): Secrets {
  if (sealed === null) return {};
  try {
    return JSON.parse(sealer.open(sealed, sealContext(mediaId))) as Secrets;
  } catch (cause) {
    if (cause instanceof SealError) throw providerErrors.secrets_lost();
    throw cause;
  }
}
