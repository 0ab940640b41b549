/** All that a session needs of its connection, so that tests need no network. */
export interface Connection {
  /** Hands over one frame (an encoded ServerMessage). The bytes are shared with other sockets: never write to them. */
  send(bytes: Uint8Array): void;
  /** Ends the connection after what was sent. `code` is a close code of RFC 6455, section 7.4. Called at most once. */
  close(code: number, reason: string): void;
  /**
   * Asks the peer's transport whether it is still there. `Session.heard` gets its answer. Absent where the transport
   * asks by itself.
   */
  ping?(): void;
  /**
   * Takes the error of an observation as it was thrown, for a reader in this process. Absent: the peer is sent a frame
   * about it.
   */
  fail?(error: unknown): void;
  /** Bytes handed over that the operating system has not yet taken. */
  buffered(): number;
}
