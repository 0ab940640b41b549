/**
 * What a media provider brings: everything that differs between one kind of source and another. A provider knows no
 * room and no database. `features/media/providers` is the mechanism around all of them.
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

/** Texts by name that only the server knows. They are stored sealed. */
export type Secrets = Readonly<Record<string, string>>;

/** Tools for providers. */
export interface ProviderTools {
  /**
   * Asks upstream. The guard of outgoing connections judges each one. @throws ProviderError when there is no answer, or
   * it has an error status.
   */
  ask(url: string, request?: ApiRequest): Promise<Response>;
  /** The operator's settings for the provider, such as a key; undefined: none. */
  readonly operator?: () => Secrets | undefined;
  /** The result of `work` for this name from the last half minute. Callers at the same time wait for one run. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly clock: Clock;
}

export interface ApiRequest {
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
  /** Stores renewed credentials from upstream. Absent: there is no place to store them. */
  renew?(credentials: Secrets): Promise<void>;
}

/** Tools to resolve a source. */
export interface ResolveContext extends ProviderTools {
  /** The secrets that `hide` has taken out of the source. */
  readonly secrets: Secrets;
  /** The account that the source names; undefined for providers without accounts. */
  readonly account: OpenAccount | undefined;
  /** The instance that a source without an account names; absent: this server. */
  readonly instanceName?: string;
  /** The item whose source it is, and who added it. Absent: the source is of no item yet. */
  readonly item?: { readonly roomId: string; readonly mediaId: string; readonly adderId: string };
  /** The player for which it is resolved. Absent: unknown, or the provider gives the same to all. */
  readonly player?: Player;
}

/** Tools to sign in. */
export interface SignInTools extends ProviderTools {
  /** A constant name for this server and the person who signs in, for upstreams that keep a device for each sign-in. */
  readonly deviceId: string;
}

/** An account that upstream has accepted. */
export interface SignedIn {
  /** The account's server, for people. */
  readonly host: string;
  /** Its name there. Another account has another host or name. */
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
  /** How far the account has watched it, according to upstream. */
  readonly positionSeconds?: number;
  /** The id for `thumbnails.of`. Absent: it has no picture. */
  readonly thumbnail?: string;
  /** The kind of a folder. Absent: upstream has given its name. */
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
  /** Where the next page begins; undefined: this is the last one. */
  readonly next?: string;
  /** Folders from the top to the listed one. */
  readonly path: readonly ListedFolder[];
}

/** What to list. `folder` is empty for the top, `after` is the `next` of the page before. */
export interface ListQuery {
  readonly folder: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** The folder's own password, if it asks for one. */
  readonly password?: string;
}

/** What to search below `folder`; an empty `folder` means everywhere. */
export interface SearchQuery extends ListQuery {
  readonly text: string;
}

/** Facts about an account that are known without opening it. */
export type AccountSummary = Pick<SignedIn, 'host' | 'name'> & { readonly id: string; readonly instance_name?: string };

/** The accounts of a provider. */
export interface AccountKind<C extends SourceCase, Login extends DescMessage = DescMessage> {
  /** The account of a source; undefined: it needs none. `isShared`: everybody in the room watches through it. */
  accountOf(source: SourceOf<C>): { readonly accountId: string; readonly isShared: boolean } | undefined;
  /**
   * True: people without an account of their own look around with the operator's settings. An empty account id stands
   * for these.
   */
  readonly isOptional?: boolean;
  /** Whether the operator's settings are enough to look around. Absent: any settings are. */
  hasOperatorAccount?(operator: Secrets): boolean;
  /** The methods of the contract, by `contract/proto/service/provider`. */
  readonly service: AccountService<Login>;
  /** What is wrong with a request to sign in, beyond what its message declares. */
  checkLogin(request: MessageShape<Login>): readonly FieldViolation[];
  /** Signs in. @throws ProviderError */
  signIn(request: MessageShape<Login>, tools: SignInTools): Promise<SignedIn>;
  /**
   * Tells upstream that this server forgets the account. Absent: upstream keeps no sign-ins. @throws ProviderError,
   * which changes nothing.
   */
  signOut?(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** Asks upstream whether the account still works. @throws ProviderError */
  verify(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** One page of a folder. @throws ProviderError */
  list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /**
   * One page of search results. Absent: upstream cannot search, and its service has no method for it. @throws
   * ProviderError
   */
  search?(account: OpenAccount, query: SearchQuery, tools: ProviderTools): Promise<ListedPage<C>>;
  /**
   * The source that a pasted text names, if this account opens it. Absent: links do not say which account opens them.
   */
  recognize?(text: string, account: AccountSummary): SourceOf<C> | undefined;
  /**
   * The folder that a pasted text names, if this account lists it. Absent: links to folders do not say which account
   * lists them.
   */
  recognizeFolder?(text: string, account: AccountSummary): string | undefined;
  /** Pictures of list entries. Absent: upstream has none. */
  readonly thumbnails?: {
    /** Their name in paths: `/api/providers/emby/thumbnail/…`. */
    readonly noun: 'thumbnail' | 'preview';
    /** Where the picture of an entry is; undefined for a text that no entry has. @throws ProviderError */
    of(
      account: OpenAccount,
      item: string,
      tools: ProviderTools,
    ): UpstreamAddress | undefined | Promise<UpstreamAddress | undefined>;
  };
  /** Methods that only this provider has. */
  readonly own?: readonly OwnMethod[];
}

/** Tools for a provider's own method, on behalf of its caller. */
export interface OwnMethodTools {
  readonly tools: SignInTools;
  /** @throws AppError `providers.invalid_source` when something is wrong with the request. */
  refuse(violations: readonly FieldViolation[]): void;
  /** An account of the caller. @throws AppError `providers.unknown_account` */
  open(accountId: string): Promise<OpenAccount>;
  /** Keeps an account that upstream has accepted. */
  keep(signedIn: SignedIn): Promise<MessageInitShape<typeof LoginProviderResponseSchema>>;
  /** Answers with a page from `list`. `name` tells its cursors from those of folders. */
  page(
    name: string,
    request: Pick<ListFolderRequest, 'accountId' | 'cursor' | 'pageSize'>,
    list: (account: OpenAccount, query: Pick<ListQuery, 'after' | 'limit'>) => Promise<ListedPage>,
  ): Promise<MessageInitShape<typeof ListFolderResponseSchema>>;
  /** Seals `text`: only this server can read it, and only for the caller. */
  seal(text: string): string;
  /** @throws AppError `providers.invalid_flow` when `sealed` was not sealed for the caller. */
  unseal(sealed: string): string;
}

/** A method that only one provider has; made by `ownMethod`. */
export interface OwnMethod {
  readonly method: DescMethodUnary;
  /** @throws ProviderError */
  run(request: MessageShape<DescMessage>, tools: OwnMethodTools): Promise<MessageInitShape<DescMessage>>;
}

type Unary<I extends DescMessage, O extends DescMessage> = DescMethodUnary<I, O>;

/** The service of a provider with accounts. Only signing in differs. */
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

/** The site's facts about a source before it is added. */
export interface Described {
  readonly name: string;
  readonly durationSeconds?: number;
}

/** The manifest of a provider. */
export interface MediaProvider<C extends SourceCase = SourceCase> {
  /** In `Playback.provider`, and with dashes in paths: `direct_url`. */
  readonly name: string;
  readonly sourceCase: C;
  /** Words for media in the paths of its playbacks, by format. Absent: `streams`, `hls-manifests`, `dash-manifests`. */
  readonly nouns?: Readonly<Partial<Record<MediaFormat, string>>>;
  /** The source that a pasted text names; undefined: the text is not for this provider. */
  recognize(text: string): SourceOf<C> | undefined;
  /**
   * For a pasted short link, the address at which its site says where it leads. This server follows it before it
   * recognizes the text. Absent: the site has no short links. [PV75]
   */
  shortLink?(text: string): string | undefined;
  /** The folder that a pasted text names, for `list`. Absent: links do not name its folders. */
  recognizeFolder?(text: string): string | undefined;
  /** True: its sources go through this server, whatever anybody prefers. Absent: people choose. */
  readonly neverDirect?: true;
  /** What is wrong with a source beyond what its messages declare. `field` is the path of the source in the request. */
  check(source: SourceOf<C>, field: string): readonly FieldViolation[];
  /** A name for an item that was added without one. */
  nameOf(source: SourceOf<C>): string;
  /**
   * Asks the site for the name of a source, if that needs no account. Absent: the name is `nameOf`. @throws
   * ProviderError
   */
  describe?(source: SourceOf<C>, tools: ProviderTools): Promise<Described>;
  /** Splits a source into a part that everybody in the room may read, and its secrets. Absent: it has none. */
  hide?(source: SourceOf<C>): { readonly shown: SourceOf<C>; readonly secrets: Secrets };
  /** From where the source plays, as far as it is known without asking any server; the same for all. */
  outline(source: SourceOf<C>): Resolved;
  /** True: `resolve` gives each kind of player what it can play; absent: it gives the same to all. [PV74] */
  readonly asksForPlayer?: boolean;
  /** From where the source plays. */
  resolve(source: SourceOf<C>, context: ResolveContext): Promise<Resolved>;
  /** A small picture of a source, for lists. Absent: its sources have none. @throws ProviderError */
  coverOf?(
    source: SourceOf<C>,
    context: ResolveContext,
  ): UpstreamAddress | undefined | Promise<UpstreamAddress | undefined>;
  /** Tells upstream how far a source is watched. Absent: it takes no reports. */
  readonly reports?: {
    /** Whether the owner of the account agreed to it. */
    areWanted(source: SourceOf<C>): boolean;
    /** @throws ProviderError, which changes nothing. */
    send(source: SourceOf<C>, report: ViewerReport, context: ResolveContext): Promise<void>;
  };
  /** Comments that people write at the site during a live stream. Absent: its sources have none. */
  readonly liveComments?: {
    areThere(source: SourceOf<C>): boolean;
    /** How to hear them. Asked for each new connection. @throws ProviderError */
    talk(source: SourceOf<C>, context: ResolveContext): Promise<CommentTalk>;
  };
  /** Absent: its sources need no account. */
  readonly accounts?: AccountKind<C>;
}

/** Providers by their member of `MediaSource`. A member without a provider does not compile. */
export type MediaProviders = { readonly [C in SourceCase]: MediaProvider<C> };
