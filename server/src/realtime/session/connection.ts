/** The parts of a connection that a session needs, so that tests need no network. */
export interface Connection {
  /** Sends one frame (an encoded ServerMessage). Other sockets share the bytes: never write to them. */
  send(bytes: Uint8Array): void;
  /**
   * Closes the connection after the sent frames. `code` is a close code of RFC 6455, section 7.4. Called at most once.
   */
  close(code: number, reason: string): void;
  /**
   * Sends a transport-level ping to the peer; the answer arrives at `Session.heard`. Absent if the transport does this
   * itself.
   */
  ping?(): void;
  /**
   * Takes the error of an observation as it was thrown, for a reader in this process. Absent: the peer gets an error
   * frame.
   */
  fail?(error: unknown): void;
  /** Sent bytes that the operating system has not accepted yet. */
  buffered(): number;
}
