/**
 * A call: one request, whatever its transport. Transports make an `Incoming`. The pipeline turns it into a `Call` once
 * it knows the caller and has granted access. Handlers see nothing else.
 */
import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf';
import type { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';

/** A signed-in user, with the session that the credential belongs to. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly username: string;
  /** The name that others see. */
  readonly displayName: string;
  readonly role: UserRole;
  readonly sessionId: string;
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** A guest, who exists in one room only. */
export interface GuestPrincipal {
  readonly kind: 'guest';
  readonly guestId: string;
  readonly username: string;
  readonly roomId: string;
  /** Version of the room's guest access that the token was issued for. */
  readonly guestVersion: number;
  readonly expiresAtMs: number;
}

/** A caller at the management endpoint. Operators may do what root may, and have no account. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
}

/** The caller. */
export type Principal = { readonly kind: 'anonymous' } | UserPrincipal | GuestPrincipal | OperatorPrincipal;

/** A principal that can be in a room. */
export type RoomPrincipal = UserPrincipal | GuestPrincipal;

/** A principal that can administer the server. */
export type AdminPrincipal = UserPrincipal | OperatorPrincipal;

/** The caller's role and permissions in the room of the call, with all permission rules applied. */
export interface RoomStanding {
  readonly roomId: string;
  readonly role: RoomRole;
  readonly permissions: ReadonlySet<Permission>;
}

/** Receives the changes of one connection. */
export interface ConnectionWatcher {
  /** The person's standing in the room was checked again. */
  standingChecked(standing: RoomStanding): void;
  /** The connection has ended. Called once. */
  ended(): void;
}

/** A connection to a room, for features whose effects last as long as it does. */
export interface RoomConnection {
  readonly connectionId: string;
  /** Sends one encoded ServerMessage. Does nothing once the connection has ended. */
  send(frame: Uint8Array): void;
  /**
   * Reports changes of the connection to `watcher` until the returned function is called. A connection that has already
   * ended reports its end at once.
   */
  watch(watcher: ConnectionWatcher): () => void;
}

/** What a handler knows about the request besides its message. */
export interface Call<P extends Principal = Principal, R extends RoomStanding | undefined = RoomStanding | undefined> {
  readonly method: DescMethod;
  readonly principal: P;
  /** Set only for methods whose access rule requires a member or guest. */
  readonly room: R;
  /** The connection that brought the frame; set only for methods whose access rule says `over_connection`. */
  readonly connection?: RoomConnection;
  readonly requestId: string;
  readonly transport: Transport;
  /** Address of the peer, without port. */
  readonly address: string;
  readonly userAgent: string;
  /** Server time at which the request was read, in milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** Aborts when the caller disconnects or the process stops. */
  readonly signal: AbortSignal;
}

export type Transport = 'rest' | 'grpc' | 'ws' | 'sse';

/** A request as a transport hands it to the pipeline: decoded, but not yet trusted. */
export interface Incoming<I extends DescMessage = DescMessage> {
  readonly message: MessageShape<I>;
  /** Bearer token as it was sent, without the scheme. */
  readonly bearer: string | undefined;
  /** The caller, if the socket of the call has already authenticated it; `bearer` is then ignored. */
  readonly principal?: Principal;
  /** The connection to a room that brought the frame. */
  readonly connection?: RoomConnection;
  /**
   * Room of the call: `x-room-id` metadata, or the path. Compared with the `room_id` of the message, where there is
   * one.
   */
  readonly roomId: string | undefined;
  /** True when the route requires a signed-in user, even if the method's access rule also allows other callers. */
  readonly needsUser?: boolean;
  /** The header `traceparent` as it was sent. */
  readonly traceparent?: string | undefined;
  /** Called once a stream is admitted: its first message may come much later. */
  readonly onAdmitted?: () => void;
  readonly requestId: string;
  readonly transport: Transport;
  readonly address: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** Runs calls. Every failure is thrown as an `AppError`. */
export interface Pipeline {
  /** Methods that have a handler. */
  readonly methods: ReadonlySet<DescMethod>;
  unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethod & { input: I; output: O },
    incoming: Incoming<I>,
  ): Promise<MessageShape<O>>;
  /** Server stream. Checks access before the first message; ends when the caller's `signal` aborts. */
  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethod & { input: I; output: O },
    incoming: Incoming<I>,
  ): AsyncIterable<MessageShape<O>>;
  /** Checks access to a room's bidirectional stream or socket. Returns the call that its frames belong to. */
  open(method: DescMethod, incoming: Omit<Incoming, 'message'>): Promise<Call<RoomPrincipal, RoomStanding>>;
}
