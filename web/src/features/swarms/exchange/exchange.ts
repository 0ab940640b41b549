import { HlsJsP2PEngine } from 'p2p-media-loader-hlsjs';
import { addFigures } from './figures.ts';
import { isOfOrigin } from './segment-check.ts';
import { dropPerson, type Exchange, nameSwarm, type Swarm } from './swarm.ts';

/** How long a peer may take to begin to send, in milliseconds, before a segment comes from the origin. */
const peerSilenceMs = 2_000;
/** What lies ahead of the place that is shown by less, in seconds, comes from the origin: nobody waits for a peer. */
const urgentSeconds = 12;
/** How far ahead of the place that is shown segments are loaded, from whomever, in seconds: more is loaded for nothing when somebody jumps. */
const aheadSeconds = 60;
/** Segments that are kept for others, in MiB. */
const keptMiB = 128;

/** Loads the segments of HLS from peers of a swarm, and from the origin where none is in time. */
export function startExchange(swarmId: string, swarm: Swarm): Exchange {
  const { name, end } = nameSwarm(swarm);
  const engine = new HlsJsP2PEngine({
    core: {
      swarmId,
      announceTrackers: [name],
      highDemandTimeWindow: urgentSeconds,
      httpDownloadTimeWindow: aheadSeconds,
      p2pDownloadTimeWindow: aheadSeconds,
      validateP2PSegment: isOfOrigin,
      p2pNotReceivingBytesTimeoutMs: peerSilenceMs,
      segmentMemoryStorageLimit: keptMiB,
    },
  });
  engine.addEventListener('onChunkDownloaded', (bytes, source) =>
    addFigures(source === 'p2p' ? { fromPeers: bytes } : { fromOrigin: bytes }),
  );
  engine.addEventListener('onChunkUploaded', (bytes) => addFigures({ toPeers: bytes }));
  engine.addEventListener('onSegmentError', ({ error, peerId }) => {
    if (error.type === 'p2p-segment-validation-failed' && peerId !== undefined) dropPerson(peerId);
  });
  engine.addEventListener('onPeerConnect', () => addFigures({ peers: 1 }));
  engine.addEventListener('onPeerClose', () => addFigures({ peers: -1 }));
  return {
    config: engine.getConfigForHlsJs(),
    bind: (hls) => engine.bindHls(hls),
    stop() {
      engine.destroy();
      end();
    },
  };
}
