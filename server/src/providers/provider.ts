/**
 * The interface of a media provider: everything that differs between kinds of sources. A provider has no access to
 * rooms or the database; `features/media/providers` is the mechanism around all of them.
 */
import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
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
import type { Resolved, UpstreamAddress } from './resolved.ts';
import type { ViewerReport } from './watching.ts';

/** Members of `MediaSource.source`: each is the source of one provider. */
export type SourceCase = NonNullable<MediaSource['source']['case']>;
export type SourceOf<C extends SourceCase> = Extract<MediaSource['source'], { case: C }>['value'];

/** Texts by name that only the server may read. They are stored encrypted. */
export type Secrets = Readonly<Record<string, string>>;

/** Tools for providers. */
export interface ProviderTools {
  /**
   * Sends a request to upstream. The outgoing guard checks each connection. @throws ProviderError when there is no
   * response, or it has an error status.
   */
  ask(url: string, request?: ApiRequest): Promise<Response>;
  /** The operator's settings for the provider, such as a key; undefined: none. */
  readonly operator?: () => Secrets | undefined;
  /** The result of `work` for this name, cached for half a minute. Concurrent callers share one run. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly clock: Clock;
}

export interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An account with its decrypted credentials, for one request. */
export interface OpenAccount {
  readonly id: string;
  /** The instance that signed it in; absent: this server. */
  readonly instanceName?: string;
  readonly credentials: Secrets;
  /** Stores credentials renewed by upstream. Absent: they cannot be stored. */
  renew?(credentials: Secrets): Promise<void>;
}

/** Tools to resolve a source. */
export interface ResolveContext extends ProviderTools {
  /** The secrets that `hide` removed from the source. */
  readonly secrets: Secrets;
  /** The source's account; undefined for providers without accounts. */
  readonly account: OpenAccount | undefined;
  /** The instance of a source without an account; absent: this server. */
  readonly instanceName?: string;
  /** The item with this source, and the user who added it. Absent: the source has no item yet. */
  readonly item?: { readonly roomId: string; readonly mediaId: string; readonly adderId: string };
  /** The player to resolve for. Absent: unknown, or the provider returns the same for all. */
  readonly player?: Player;
}

/** Tools to sign in. */
export interface SignInTools extends ProviderTools {
  /**
   * A constant name for this server and the user who signs in, for upstreams that register a device for each sign-in.
   */
  readonly deviceId: string;
}

/** An account that upstream has accepted. */
export interface SignedIn {
  /** The account's server, as shown to users. */
  readonly host: string;
  /** Its name there. Two accounts differ in host or name. */
  readonly name: string;
  readonly credentials: Secrets;
  /** The instance that accepted it; absent: this server. */
  readonly instanceName?: string;
}

/** An entry of a folder. */
export interface Listed<C extends SourceCase = SourceCase> {
  readonly name: string;
  /** A folder, to be listed, or a source, to be added. */
  readonly is: { readonly folder: string } | { readonly source: SourceOf<C>; readonly format: MediaFormat };
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
  readonly durationSeconds?: number;
  /** The account's position in it, according to upstream. */
  readonly positionSeconds?: number;
  /** The id for `thumbnails.of`. Absent: no picture. */
  readonly thumbnail?: string;
  /** The kind of a folder. Absent: upstream named it. */
  readonly kind?: FolderKind;
}

/** A parent folder. */
export interface ListedFolder {
  readonly folder: string;
  readonly name: string;
  /** Absent: upstream named it. */
  readonly kind?: FolderKind;
}

export interface ListedPage<C extends SourceCase = SourceCase> {
  readonly entries: readonly Listed<C>[];
  /** Start of the next page; undefined: this is the last one. */
  readonly next?: string;
  /** Folders from the root to the listed one. */
  readonly path: readonly ListedFolder[];
}

/** A page request. `folder` is empty for the root, `after` is the previous page's `next`. */
export interface ListQuery {
  readonly folder: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** The folder's own password, if it has one. */
  readonly password?: string;
}

/** A search below `folder`; an empty `folder` means everywhere. */
export interface SearchQuery extends ListQuery {
  readonly text: string;
}

/** Facts about an account that are known without opening it. */
export type AccountSummary = Pick<SignedIn, 'host' | 'name'> & { readonly id: string; readonly instance_name?: string };

/** The accounts of a provider. */
export interface AccountKind<C extends SourceCase, Login extends DescMessage = DescMessage> {
  /** The account of a source; undefined: it needs none. `isShared`: everybody in the room watches through it. */
  accountOf(source: SourceOf<C>): { readonly accountId: string; readonly isShared: boolean } | undefined;
  /** True: users without an account browse with the operator's settings, under an empty account id. */
  readonly isOptional?: boolean;
  /** Whether the operator's settings are enough for browsing. Absent: any settings are. */
  hasOperatorAccount?(operator: Secrets): boolean;
  /** The methods of the contract, by `contract/proto/service/provider`. */
  readonly service: AccountService<Login>;
  /** Problems of a sign-in request beyond its declared constraints. */
  checkLogin(request: MessageShape<Login>): readonly FieldViolation[];
  /** Signs in. @throws ProviderError */
  signIn(request: MessageShape<Login>, tools: SignInTools): Promise<SignedIn>;
  /**
   * Reports to upstream that this server deletes the account. Absent: upstream stores no sign-ins. @throws
   * ProviderError, which changes nothing.
   */
  signOut?(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** Checks whether upstream still accepts the account. @throws ProviderError */
  verify(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** One page of a folder. @throws ProviderError */
  list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /**
   * One page of search results. Absent: upstream cannot search, and its service has no method for it. @throws
   * ProviderError
   */
  search?(account: OpenAccount, query: SearchQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /** The source of a pasted text, if this account opens it. Absent: links do not identify their account. */
  recognize?(text: string, account: AccountSummary): SourceOf<C> | undefined;
  /** The folder of a pasted text, if this account lists it. Absent: links to folders do not identify their account. */
  recognizeFolder?(text: string, account: AccountSummary): string | undefined;
  /** Pictures of list entries. Absent: upstream has none. */
  readonly thumbnails?: {
    /** The noun in paths: `/api/providers/emby/thumbnail/…`. */
    readonly noun: 'thumbnail' | 'preview';
    /** The address of an entry's picture; undefined for an invalid id. @throws ProviderError */
    of(
      account: OpenAccount,
      item: string,
      tools: ProviderTools,
    ): UpstreamAddress | undefined | Promise<UpstreamAddress | undefined>;
  };
  /** Methods that only this provider has. */
  readonly own?: readonly OwnMethod[];
}

/** Tools for a provider's own method, with the rights of its caller. */
export interface OwnMethodTools {
  readonly tools: SignInTools;
  /** @throws AppError `providers.invalid_source` for any violation. */
  refuse(violations: readonly FieldViolation[]): void;
  /** An account of the caller. @throws AppError `providers.unknown_account` */
  open(accountId: string): Promise<OpenAccount>;
  /** Stores an account that upstream has accepted. */
  keep(signedIn: SignedIn): Promise<MessageInitShape<typeof LoginProviderResponseSchema>>;
  /** Responds with a page from `list`. `name` distinguishes its cursors from those of folders. */
  page(
    name: string,
    request: Pick<ListFolderRequest, 'accountId' | 'cursor' | 'pageSize'>,
    list: (account: OpenAccount, query: Pick<ListQuery, 'after' | 'limit'>) => Promise<ListedPage>,
  ): Promise<MessageInitShape<typeof ListFolderResponseSchema>>;
  /** Encrypts `text`: only this server can decrypt it, and only for the caller. */
  seal(text: string): string;
  /** @throws AppError `providers.invalid_flow` when `sealed` was not made for the caller. */
  unseal(sealed: string): string;
}

/** A method that only one provider has; made by `ownMethod`. */
export interface OwnMethod {
  readonly method: DescMethodUnary;
  /** @throws ProviderError */
  run(request: MessageShape<DescMessage>, tools: OwnMethodTools): Promise<MessageInitShape<DescMessage>>;
}

type Unary<I extends DescMessage, O extends DescMessage> = DescMethodUnary<I, O>;

/** The service of a provider with accounts. Only the sign-in differs. */
export interface AccountService<Login extends DescMessage> {
  readonly method: {
    readonly getBinds: Unary<typeof GetBindsRequestSchema, typeof GetBindsResponseSchema>;
    /** Absent: users sign in by methods that only this provider has. */
    readonly login?: Unary<Login, typeof LoginProviderResponseSchema>;
    readonly logout: Unary<typeof LogoutProviderRequestSchema, typeof LogoutProviderResponseSchema>;
    /** Absent: upstream cannot check an account. */
    readonly getMe?: Unary<typeof GetProviderMeRequestSchema, typeof GetProviderMeResponseSchema>;
    readonly list: Unary<typeof ListFolderRequestSchema, typeof ListFolderResponseSchema>;
    readonly search?: Unary<typeof SearchFolderRequestSchema, typeof ListFolderResponseSchema>;
  };
}

/** The site's facts about a source before it is added. */
export interface Described {
  readonly name: string;
  readonly durationSeconds?: number;
}

/** The manifest of a provider. */
export interface MediaProvider<C extends SourceCase = SourceCase> {
  /** The name in `Playback.provider`, and with dashes in paths: `direct_url`. */
  readonly name: string;
  readonly sourceCase: C;
  /** Nouns for media in the paths of its playbacks, by format. Absent: `streams`, `hls-manifests`, `dash-manifests`. */
  readonly nouns?: Readonly<Partial<Record<MediaFormat, string>>>;
  /** The source of a pasted text; undefined: the text is not for this provider. */
  recognize(text: string): SourceOf<C> | undefined;
  /**
   * For a pasted short link, the address that resolves it. This server follows it before it recognizes the text.
   * Absent: the site has no short links. [PV75]
   */
  shortLink?(text: string): string | undefined;
  /** The folder of a pasted text, for `list`. Absent: links do not point to its folders. */
  recognizeFolder?(text: string): string | undefined;
  /** True: this server always proxies its sources, regardless of preferences. Absent: users choose. */
  readonly neverDirect?: true;
  /** Problems of a source beyond its declared constraints. `field` is the path of the source in the request. */
  check(source: SourceOf<C>, field: string): readonly FieldViolation[];
  /** A default name for an item. */
  nameOf(source: SourceOf<C>): string;
  /**
   * Requests the name of a source from the site, if that needs no account. Absent: the name is `nameOf`. @throws
   * ProviderError
   */
  describe?(source: SourceOf<C>, tools: ProviderTools): Promise<Described>;
  /** Splits a source into a part that everybody in the room may read, and its secrets. Absent: no secrets. */
  hide?(source: SourceOf<C>): { readonly shown: SourceOf<C>; readonly secrets: Secrets };
  /** The playback of a source, as far as it is known without any request; the same for all viewers. */
  outline(source: SourceOf<C>): Resolved;
  /** True: `resolve` depends on the player; absent: it returns the same for all. [PV74] */
  readonly asksForPlayer?: boolean;
  /** Resolves the addresses and modes of playback. */
  resolve(source: SourceOf<C>, context: ResolveContext): Promise<Resolved>;
  /** A small picture of a source, for lists. Absent: no pictures. @throws ProviderError */
  coverOf?(
    source: SourceOf<C>,
    context: ResolveContext,
  ): UpstreamAddress | undefined | Promise<UpstreamAddress | undefined>;
  /** Reports playback progress to upstream. Absent: upstream takes no reports. */
  readonly reports?: {
    /** Whether the owner of the account agreed to reports. */
    areWanted(source: SourceOf<C>): boolean;
    /** @throws ProviderError, which changes nothing. */
    send(source: SourceOf<C>, report: ViewerReport, context: ResolveContext): Promise<void>;
  };
  /** Comments written at the site during a live stream. Absent: its sources have none. */
  readonly liveComments?: {
    areThere(source: SourceOf<C>): boolean;
    /** The protocol for a connection. Called for each new one. @throws ProviderError */
    talk(source: SourceOf<C>, context: ResolveContext): Promise<CommentTalk>;
  };
  /** Absent: its sources need no account. */
  readonly accounts?: AccountKind<C>;
}

/** Providers by their member of `MediaSource`. A member without a provider does not compile. */
export type MediaProviders = { readonly [C in SourceCase]: MediaProvider<C> };
