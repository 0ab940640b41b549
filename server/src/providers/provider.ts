/**
 * What a provider of media brings: everything that differs between one kind of source and another. A provider knows no room and no
 * database. `features/providers` is the mechanism around all of them.
 */
import type { DescMessage, DescMethodUnary, MessageShape } from '@bufbuild/protobuf';
import type { Embed as EmbedMessage } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type {
  GetBindsRequestSchema,
  GetBindsResponseSchema,
  GetProviderMeRequestSchema,
  GetProviderMeResponseSchema,
  ListFolderRequestSchema,
  ListFolderResponseSchema,
  LoginProviderResponseSchema,
  LogoutProviderRequestSchema,
  LogoutProviderResponseSchema,
} from '@matinee/contract/gen/service/provider/provider_accounts_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';

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
  /** What the player of another site plays; `format` is then `EMBED`. */
  readonly embed?: Embed;
}

/** What the player of another site is given. */
export type Embed = Omit<EmbedMessage, '$typeName' | '$unknown'>;

export interface ResolvedSubtitle {
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
  readonly upstream?: Upstream;
}

/** One way to play an item: the original, or a transcoded one. */
export interface ResolvedMode {
  /** In paths, and shown to people: `original`, `720p`. */
  readonly name: string;
  /** Addresses of the same film; players try them in order. */
  readonly medias: readonly ResolvedMedia[];
  readonly subtitles: readonly ResolvedSubtitle[];
}

/** A source, resolved. */
export interface Resolved {
  /** The first one is the default. */
  readonly modes: readonly ResolvedMode[];
  /** True: an address alone is not enough, the server has to add an account or headers. */
  readonly needsCredentials: boolean;
}

/** What a provider may use. */
export interface ProviderTools {
  /**
   * Asks upstream; the guard of outgoing connections judges each one. @throws UpstreamError when there is no answer, or one with a
   * status of failure.
   */
  ask(url: string, request?: UpstreamRequest): Promise<Response>;
  /** What `work` gave for this name less than half a minute ago; many who want it at once wait for one. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface UpstreamRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An account, opened for one question. */
export interface OpenAccount {
  readonly id: string;
  readonly credentials: Secrets;
}

/** What a provider may use to resolve a source. */
export interface ResolveContext extends ProviderTools {
  /** What `hide` has taken out of the source. */
  readonly secrets: Secrets;
  /** The account that the source names; undefined for providers without accounts. */
  readonly account: OpenAccount | undefined;
}

/** An account that upstream has accepted. */
export interface SignedIn {
  /** The server that it is on, for people. */
  readonly host: string;
  /** Its name there. Another account has another host or name. */
  readonly name: string;
  readonly credentials: Secrets;
}

/** Something that was found in a folder. */
export interface Listed<C extends SourceCase = SourceCase> {
  readonly name: string;
  /** What it is: a folder, to be listed, or a source, to be added. */
  readonly is: { readonly folder: string } | { readonly source: SourceOf<C>; readonly format: MediaFormat };
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
}

export interface ListedPage<C extends SourceCase = SourceCase> {
  readonly entries: readonly Listed<C>[];
  /** From where the next page goes on; undefined: this is the last one. */
  readonly next?: string;
  /** Folders from the top to the one that is listed. */
  readonly path: readonly { readonly folder: string; readonly name: string }[];
}

/** What to list. `folder` is empty for the top, `after` is the `next` of the page before. */
export interface ListQuery {
  readonly folder: string;
  readonly after: string | undefined;
  readonly limit: number;
}

/** What a provider brings whose sources need an account. */
export interface AccountKind<C extends SourceCase, Login extends DescMessage = DescMessage> {
  /** The account of a source. `isShared`: everybody in the room watches through it. */
  accountOf(source: SourceOf<C>): { readonly accountId: string; readonly isShared: boolean };
  /** The methods of the contract, by `contract/proto/service/provider`. */
  readonly service: AccountService<Login>;
  /** What is wrong with what somebody signs in with, beyond what its message declares. */
  checkLogin(request: MessageShape<Login>): readonly FieldViolation[];
  /** Signs in. @throws UpstreamError */
  signIn(request: MessageShape<Login>, tools: ProviderTools): Promise<SignedIn>;
  /** Asks upstream whether the account still works. @throws UpstreamError */
  verify(account: OpenAccount, tools: ProviderTools): Promise<void>;
  /** One page of a folder. @throws UpstreamError */
  list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<C>>;
}

type Unary<I extends DescMessage, O extends DescMessage> = DescMethodUnary<I, O>;

/** The service of a provider with accounts; only what signs in differs. */
export interface AccountService<Login extends DescMessage> {
  readonly method: {
    readonly getBinds: Unary<typeof GetBindsRequestSchema, typeof GetBindsResponseSchema>;
    readonly login: Unary<Login, typeof LoginProviderResponseSchema>;
    readonly logout: Unary<typeof LogoutProviderRequestSchema, typeof LogoutProviderResponseSchema>;
    readonly getMe: Unary<typeof GetProviderMeRequestSchema, typeof GetProviderMeResponseSchema>;
    readonly list: Unary<typeof ListFolderRequestSchema, typeof ListFolderResponseSchema>;
  };
}

/** The manifest of a provider. */
export interface MediaProvider<C extends SourceCase = SourceCase> {
  /** In `Playback.provider`, and with dashes in paths: `direct_url`. */
  readonly name: string;
  readonly sourceCase: C;
  /** The source that a pasted text names; undefined for a text that is not for this provider. */
  recognize(text: string): SourceOf<C> | undefined;
  /** What is wrong with a source beyond what its messages declare. `field` is the path of the source in the request. */
  check(source: SourceOf<C>, field: string): readonly FieldViolation[];
  /** A name for an item that was added without one. */
  nameOf(source: SourceOf<C>): string;
  /** Splits a source into what everybody in the room may read, and its secrets. Absent: it has none. */
  hide?(source: SourceOf<C>): { readonly shown: SourceOf<C>; readonly secrets: Secrets };
  /** From where the source plays, as far as it is known without asking anybody; the same for all. */
  outline(source: SourceOf<C>): Resolved;
  /** From where the source plays. */
  resolve(source: SourceOf<C>, context: ResolveContext): Promise<Resolved>;
  /** Absent: its sources need no account. */
  readonly accounts?: AccountKind<C>;
}

/** Providers by their member of `MediaSource`. A member without a provider does not compile. */
export type MediaProviders = { readonly [C in SourceCase]: MediaProvider<C> };
