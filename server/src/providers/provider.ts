/**
 * What a provider of media brings: everything that differs between one kind of source and another. A provider knows no room and no
 * database. `features/providers` is the mechanism around all of them.
 */
import type { DescMessage, DescMethodUnary, JsonObject, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Embed as EmbedMessage } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import type { MediaTrack } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type {
  GetBindsRequestSchema,
  GetBindsResponseSchema,
  GetProviderMeRequestSchema,
  GetProviderMeResponseSchema,
  ListFolderRequest,
  ListFolderRequestSchema,
  ListFolderResponseSchema,
  LoginProviderResponseSchema,
  LogoutProviderRequestSchema,
  LogoutProviderResponseSchema,
  SearchFolderRequestSchema,
} from '@matinee/contract/gen/service/provider/provider_accounts_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CommentTalk } from './live-comments.ts';
import type { Player } from './player.ts';
import type { Chapter, ViewerReport } from './watching.ts';

/** Members of `MediaSource.source`: each is the source of one provider. */
export type SourceCase = NonNullable<MediaSource['source']['case']>;
export type SourceOf<C extends SourceCase> = Extract<MediaSource['source'], { case: C }>['value'];

/** Texts that only the server knows, by name. They are stored sealed. */
export type Secrets = Readonly<Record<string, string>>;

/** Where bytes come from. */
export interface Upstream {
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResolvedMedia {
  /** Shown where people choose among several, `720p`. */
  readonly name: string;
  readonly format: MediaFormat;
  /** Absent in an outline whose provider has to know more to tell, and where there is no address to load. */
  readonly upstream?: Upstream;
  /**
   * The playlist itself, an MPD whose addresses are whole, where upstream has none and the provider writes it. It then stands for what is at
   * `upstream`, whose headers go to addresses of the same origin. [PV70]
   */
  readonly manifest?: string;
  /** What the player of another site plays; `format` is then `EMBED`. */
  readonly embed?: Embed;
  /** What upstream tells about these bytes, such as codecs; it has no secret. */
  readonly metadata?: JsonObject;
}

/** What the player of another site is given. */
export type Embed = Omit<EmbedMessage, '$typeName' | '$unknown'>;

export interface ResolvedSubtitle {
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
  readonly upstream?: Upstream;
}

/** Comments that move over the picture. */
export interface ResolvedDanmaku {
  readonly name: string;
  readonly upstream?: Upstream;
}

/** Small pictures from all over a film, in any of the forms that `StoryboardSource` of the contract names. */
export interface ResolvedStoryboard {
  readonly upstream: Upstream;
  /** The document itself, where upstream has none and the provider writes it; its addresses are meant relative to `upstream`. */
  readonly written?: string;
}

/** One way to play an item: the original, or a transcoded one. */
export interface ResolvedMode {
  /** In paths, and shown to people: `original`, `720p`. */
  readonly name: string;
  /** Addresses of the same film; players try them in order. */
  readonly medias: readonly ResolvedMedia[];
  readonly subtitles: readonly ResolvedSubtitle[];
  /** Which of `subtitles` is shown unless the viewer chooses another one. Absent: none. */
  readonly defaultSubtitleIndex?: number;
  readonly danmakus?: readonly ResolvedDanmaku[];
  /** True: upstream makes it for players that cannot play the film as it is, so the tracks of the film say nothing about it. */
  readonly isConverted?: boolean;
}

/** A source, resolved. What is absent is not known. */
export interface Resolved {
  /** The first one is the default. */
  readonly modes: readonly ResolvedMode[];
  /** True: an address alone is not enough, the server has to add an account or headers. */
  readonly needsCredentials: boolean;
  /** True: this server has the bytes itself, at addresses without a mode and an index. Absent: they are somewhere else. [RMP2] */
  readonly isOwn?: true;
  /** Absent: it has a beginning and an end. */
  readonly playbackKind?: PlaybackKind;
  readonly durationSeconds?: number;
  readonly chapters?: readonly Chapter[];
  readonly tracks?: readonly Omit<MediaTrack, '$typeName' | '$unknown'>[];
  /** A picture of it. */
  readonly thumbnail?: Upstream;
  /** Small pictures from all over it. Absent: those that its first media names itself, where that is HLS or DASH. */
  readonly storyboard?: ResolvedStoryboard;
  /** When the first of the addresses of upstream ends, in whole milliseconds since 1970. Absent: none ends. */
  readonly expiresAtMs?: number;
  /** What upstream tells about it beyond its name; it has no secret. */
  readonly metadata?: JsonObject;
  /** What upstream calls this playing of it, for reports. Viewers are not told. */
  readonly upstreamSession?: string;
}

/** What a provider may use. */
export interface ProviderTools {
  /**
   * Asks upstream; the guard of outgoing connections judges each one. @throws UpstreamError when there is no answer, or one with a
   * status of failure.
   */
  ask(url: string, request?: UpstreamRequest): Promise<Response>;
  /** What the operator of this server has set for the provider, such as a key; undefined: nothing. */
  readonly operator?: () => Secrets | undefined;
  /** What `work` gave for this name less than half a minute ago; many who want it at once wait for one. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly clock: Clock;
}

export interface UpstreamRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An account, opened for one question. */
export interface OpenAccount {
  readonly id: string;
  /** The instance at which it was signed in; absent: this server. */
  readonly instanceName?: string;
  readonly credentials: Secrets;
  /** Keeps other credentials from now on, where upstream renews them. Absent: there is nothing that keeps them. */
  renew?(credentials: Secrets): Promise<void>;
}

/** What a provider may use to resolve a source. */
export interface ResolveContext extends ProviderTools {
  /** What `hide` has taken out of the source. */
  readonly secrets: Secrets;
  /** The account that the source names; undefined for providers without accounts. */
  readonly account: OpenAccount | undefined;
  /** The instance that a source without an account names; absent: this server. */
  readonly instanceName?: string;
  /** For whom it is resolved. Absent: nobody knows, or the provider gives the same to all. */
  readonly player?: Player;
}

/** What a provider may use to sign in. */
export interface SignInTools extends ProviderTools {
  /** Names this server and the person who signs in, always the same: for upstreams that keep a device for each sign-in. */
  readonly deviceId: string;
}

/** An account that upstream has accepted. */
export interface SignedIn {
  /** The server that it is on, for people. */
  readonly host: string;
  /** Its name there. Another account has another host or name. */
  readonly name: string;
  readonly credentials: Secrets;
  /** The instance that accepted it; absent: this server. */
  readonly instanceName?: string;
}

/** Something that was found in a folder. */
export interface Listed<C extends SourceCase = SourceCase> {
  readonly name: string;
  /** What it is: a folder, to be listed, or a source, to be added. */
  readonly is: { readonly folder: string } | { readonly source: SourceOf<C>; readonly format: MediaFormat };
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
  readonly durationSeconds?: number;
  /** How far the account has watched it, as upstream knows. */
  readonly positionSeconds?: number;
  /** What `thumbnails.of` takes. Absent: it has no picture. */
  readonly thumbnail?: string;
  /** Of a folder. Absent: upstream has given its name. */
  readonly kind?: FolderKind;
}

/** A folder on the way to another one. */
export interface ListedFolder {
  readonly folder: string;
  readonly name: string;
  /** Absent: upstream has given its name. */
  readonly kind?: FolderKind;
}

export interface ListedPage<C extends SourceCase = SourceCase> {
  readonly entries: readonly Listed<C>[];
  /** From where the next page goes on; undefined: this is the last one. */
  readonly next?: string;
  /** Folders from the top to the one that is listed. */
  readonly path: readonly ListedFolder[];
}

/** What to list. `folder` is empty for the top, `after` is the `next` of the page before. */
export interface ListQuery {
  readonly folder: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** Of a folder that asks for one of its own. */
  readonly password?: string;
}

/** What to search below `folder`; an empty one is everywhere. */
export interface SearchQuery extends ListQuery {
  readonly text: string;
}

/** What is known about an account without opening it. */
export type KnownAccount = Pick<SignedIn, 'host' | 'name'> & { readonly id: string; readonly instance_name?: string };

/** What a provider brings with which people have accounts. */
export interface AccountKind<C extends SourceCase, Login extends DescMessage = DescMessage> {
  /** The account of a source; undefined: it needs none. `isShared`: everybody in the room watches through it. */
  accountOf(source: SourceOf<C>): { readonly accountId: string; readonly isShared: boolean } | undefined;
  /** True: without an account of their own, people look around with what the operator has set; an empty account id stands for that. */
  readonly isOptional?: boolean;
  /** Whether what the operator has set is enough to look around with. Absent: whatever it is. */
  hasOperatorAccount?(operator: Secrets): boolean;
  /** The methods of the contract, by `contract/proto/service/provider`. */
  readonly service: AccountService<Login>;
  /** What is wrong with what somebody signs in with, beyond what its message declares. */
  checkLogin(request: MessageShape<Login>): readonly FieldViolation[];
  /** Signs in. @throws UpstreamError */
  signIn(request: MessageShape<Login>, tools: SignInTools): Promise<SignedIn>;
  /** Tells upstream that the account is forgotten here. Absent: upstream keeps no sign-ins. @throws UpstreamError, which changes nothing. */
  signOut?(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** Asks upstream whether the account still works. @throws UpstreamError */
  verify(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** One page of a folder. @throws UpstreamError */
  list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /** One page of what a text finds. Absent: upstream cannot search; then its service has no method for it. @throws UpstreamError */
  search?(account: OpenAccount, query: SearchQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /** The source that a pasted text names, where this account opens it. Absent: links do not say which account opens them. */
  recognize?(text: string, account: KnownAccount): SourceOf<C> | undefined;
  /** The folder that a pasted text names, where this account lists it. Absent: links to folders do not say which account lists them. */
  recognizeFolder?(text: string, account: KnownAccount): string | undefined;
  /** Pictures of what is listed. Absent: upstream has none. */
  readonly thumbnails?: {
    /** What paths call them: `/api/providers/emby/thumbnail/…`. */
    readonly noun: 'thumbnail' | 'preview';
    /** Where the picture is that an entry named; undefined for a text that no entry has. @throws UpstreamError */
    of(account: OpenAccount, item: string, tools: ProviderTools): Upstream | undefined | Promise<Upstream | undefined>;
  };
  /** Methods that only this provider has. */
  readonly own?: readonly OwnMethod[];
}

/** What a method of a provider's own may use, for its caller. */
export interface OwnDoors {
  readonly tools: SignInTools;
  /** @throws AppError `providers.invalid_source` when something is wrong with the request. */
  refuse(violations: readonly FieldViolation[]): void;
  /** An account of the caller. @throws AppError `providers.unknown_account` */
  open(accountId: string): Promise<OpenAccount>;
  /** Keeps an account that upstream has accepted. */
  keep(signedIn: SignedIn): Promise<MessageInitShape<typeof LoginProviderResponseSchema>>;
  /** Answers with a page of what `list` gives. `name` tells its cursors from those of folders. */
  page(
    name: string,
    request: Pick<ListFolderRequest, 'accountId' | 'cursor' | 'pageSize'>,
    list: (account: OpenAccount, query: Pick<ListQuery, 'after' | 'limit'>) => Promise<ListedPage>,
  ): Promise<MessageInitShape<typeof ListFolderResponseSchema>>;
  /** `text`, so that only this server can read it, and only for the caller. */
  seal(text: string): string;
  /** @throws AppError `providers.invalid_flow` for what was not sealed for the caller. */
  unseal(sealed: string): string;
}

/** A method that only one provider has; made by `ownMethod`. */
export interface OwnMethod {
  readonly method: DescMethodUnary;
  /** @throws UpstreamError */
  run(request: MessageShape<DescMessage>, doors: OwnDoors): Promise<MessageInitShape<DescMessage>>;
}

type Unary<I extends DescMessage, O extends DescMessage> = DescMethodUnary<I, O>;

/** The service of a provider with accounts; only what signs in differs. */
export interface AccountService<Login extends DescMessage> {
  readonly method: {
    readonly getBinds: Unary<typeof GetBindsRequestSchema, typeof GetBindsResponseSchema>;
    /** Absent: people sign in by methods that only this provider has. */
    readonly login?: Unary<Login, typeof LoginProviderResponseSchema>;
    readonly logout: Unary<typeof LogoutProviderRequestSchema, typeof LogoutProviderResponseSchema>;
    /** Absent: upstream cannot be asked about an account. */
    readonly getMe?: Unary<typeof GetProviderMeRequestSchema, typeof GetProviderMeResponseSchema>;
    readonly list: Unary<typeof ListFolderRequestSchema, typeof ListFolderResponseSchema>;
    readonly search?: Unary<typeof SearchFolderRequestSchema, typeof ListFolderResponseSchema>;
  };
}

/** What a site says about a source before it is added. */
export interface Described {
  readonly name: string;
  readonly durationSeconds?: number;
}

/** The manifest of a provider. */
export interface MediaProvider<C extends SourceCase = SourceCase> {
  /** In `Playback.provider`, and with dashes in paths: `direct_url`. */
  readonly name: string;
  readonly sourceCase: C;
  /** What paths of its playbacks call media, by format. Absent: `streams`, `hls-manifests`, `dash-manifests`. */
  readonly nouns?: Readonly<Partial<Record<MediaFormat, string>>>;
  /** The source that a pasted text names; undefined for a text that is not for this provider. */
  recognize(text: string): SourceOf<C> | undefined;
  /**
   * The address at which its site says where a short link leads, where a pasted text is one. Absent: its site has none. It is followed
   * before the text is recognized. [PV75]
   */
  shortLink?(text: string): string | undefined;
  /** The folder that a pasted text names, for `list`. Absent: links to its folders do not say so. */
  recognizeFolder?(text: string): string | undefined;
  /** What is wrong with a source beyond what its messages declare. `field` is the path of the source in the request. */
  check(source: SourceOf<C>, field: string): readonly FieldViolation[];
  /** A name for an item that was added without one. */
  nameOf(source: SourceOf<C>): string;
  /** Asks the site what a source is called, where its account is not needed for that. Absent: it is called `nameOf`. @throws UpstreamError */
  describe?(source: SourceOf<C>, tools: ProviderTools): Promise<Described>;
  /** Splits a source into what everybody in the room may read, and its secrets. Absent: it has none. */
  hide?(source: SourceOf<C>): { readonly shown: SourceOf<C>; readonly secrets: Secrets };
  /** From where the source plays, as far as it is known without asking anybody; the same for all. */
  outline(source: SourceOf<C>): Resolved;
  /** True: `resolve` gives each kind of player what it can play; absent: it gives the same to all. [PV74] */
  readonly asksForPlayer?: boolean;
  /** From where the source plays. */
  resolve(source: SourceOf<C>, context: ResolveContext): Promise<Resolved>;
  /** A small picture of a source, for lists. Absent: its sources have none. @throws UpstreamError */
  coverOf?(source: SourceOf<C>, context: ResolveContext): Upstream | undefined | Promise<Upstream | undefined>;
  /** Tells upstream how far a source is watched. Absent: it takes no reports. */
  readonly reports?: {
    /** Whether the owner of the account agreed to it. */
    areWanted(source: SourceOf<C>): boolean;
    /** @throws UpstreamError, which changes nothing. */
    send(source: SourceOf<C>, report: ViewerReport, context: ResolveContext): Promise<void>;
  };
  /** What people write at the site while it sends. Absent: its sources have none. */
  readonly liveComments?: {
    areThere(source: SourceOf<C>): boolean;
    /** How they are heard. Asked for each new connection. @throws UpstreamError */
    talk(source: SourceOf<C>, context: ResolveContext): Promise<CommentTalk>;
  };
  /** Absent: its sources need no account. */
  readonly accounts?: AccountKind<C>;
}

/** Providers by their member of `MediaSource`. A member without a provider does not compile. */
export type MediaProviders = { readonly [C in SourceCase]: MediaProvider<C> };
