/** What is wrong with the bytes of a publisher, or of a server that is played. Parsers throw nothing else. [RTM1] */
export class RtmpError extends Error {
  readonly fault: RtmpFault;

  constructor(fault: RtmpFault) {
    super(`RTMP: ${fault}`);
    this.fault = fault;
  }
}

export type RtmpFault =
  | 'version'
  | 'too_long_an_opening'
  | 'message_too_long'
  | 'too_much_held'
  | 'too_many_chunk_streams'
  | 'broken_chunk'
  | 'broken_control'
  | 'broken_amf'
  | 'amf_too_deep'
  | 'amf_too_large'
  | 'broken_tag'
  | 'unexpected_message';
