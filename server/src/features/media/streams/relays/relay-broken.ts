/** What came from another process is no relay of a stream, or ended without its end. */
export class RelayBroken extends Error {
  override readonly name = 'RelayBroken';
}
