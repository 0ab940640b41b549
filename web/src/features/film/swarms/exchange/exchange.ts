import { HlsJsP2PEngine } from 'p2p-media-loader-hlsjs';
import { exchangeRules, makeBegunCheck, makeSenders } from './exchange-rules.ts';
import { addFigures } from './figures.ts';
import { type Exchange, nameSwarm, type Swarm } from './swarm.ts';

/** Loads HLS segments from peers of a swarm, or from the origin if no peer is in time. */
export function startExchange(swarmId: string, swarm: Swarm): Exchange {
  const { name, end } = nameSwarm(swarm);
  const begun = makeBegunCheck();
  const senders = makeSenders();
  const engine = new HlsJsP2PEngine({
    core: { swarmId, announceTrackers: [name], ...exchangeRules, validateHTTPSegment: begun.isGood },
  });
  engine.addEventListener('onSegmentStart', begun.onSegmentStart);
  engine.addEventListener('onChunkDownloaded', (bytes, source) =>
    addFigures(source === 'p2p' ? { fromPeers: bytes } : { fromOrigin: bytes }),
  );
  engine.addEventListener('onChunkUploaded', (bytes) => addFigures({ toPeers: bytes }));
  engine.addEventListener('onSegmentStart', senders.onSegmentStart);
  engine.addEventListener('onChunkDownloaded', senders.onChunkDownloaded);
  engine.addEventListener('onSegmentLoaded', senders.onSegmentLoaded);
  engine.addEventListener('onSegmentError', senders.onSegmentError);
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
