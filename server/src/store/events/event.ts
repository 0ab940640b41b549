/** Something that happened, as a feature says it. */
export interface NewEvent {
  /** The stream it belongs to, `room:room_…`; 200 characters at most, any but NUL. */
  readonly topic: string;
  readonly kind: string;
  readonly payload: Uint8Array;
}

/** An event with its place: 1, 2, 3, … within its topic, without gaps, in the order of commits. */
export interface StoredEvent extends NewEvent {
  readonly sequence: number;
  readonly createdAt: Date;
}
