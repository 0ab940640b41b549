/** An event as a feature emits it. */
export interface NewEvent {
  /**
   * The stream of the event: the id of a room, or a name such as that of the mail queue. 1 to 200 characters, without
   * NUL.
   */
  readonly topic: string;
  readonly kind: string;
  readonly payload: Uint8Array;
}

/** An event with its sequence: 1, 2, 3, … within its topic, without gaps, in the order of commits. */
export interface StoredEvent extends NewEvent {
  readonly sequence: number;
  readonly createdAt: Date;
}
