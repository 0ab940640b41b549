/** A fault in the bytes of a server. The parsers throw nothing else. [RSP1] */
export class RtspError extends Error {
  readonly fault: RtspFault;

  constructor(fault: RtspFault) {
    super(`RTSP: ${fault}`);
    this.fault = fault;
  }
}

export type RtspFault =
  | 'not_rtsp'
  | 'head_too_long'
  | 'body_too_long'
  | 'broken_header'
  | 'broken_description'
  | 'no_track'
  | 'unexpected_transport';
