import { join } from 'node:path';
import type { FfmpegFinder } from '../../drivers/ffmpeg/ffmpeg.ts';
import { openReplicaLink } from '../../drivers/replica-link/replica-link.ts';
import type { UpstreamClient } from '../../drivers/upstream/upstream.ts';
import { receive } from '../../drivers/webrtc/receiver.ts';
import { startSender } from '../../drivers/webrtc/sending/sender.ts';
import type { RecordedFiles } from '../../features/files/files/recorded-files.port.ts';
import type { Library, LibraryAdditions } from '../../features/media/library/library.port.ts';
import type { OpenItem } from '../../features/media/providers/sources.ts';
import type { WatchGate } from '../../features/media/proxy/proxy.port.ts';
import { makeSigner } from '../../features/media/proxy/signing.ts';
import { pullFeature } from '../../features/media/pull/pull.feature.ts';
import { makeLiveSources } from '../../features/media/pull/sources/live-sources.ts';
import { recordingsFeature } from '../../features/media/recordings/recordings.feature.ts';
import { type SrtParts, srtFeature } from '../../features/media/srt/srt.feature.ts';
import type { LiveStream } from '../../features/media/streams/air/live-stream.ts';
import type { OnAir } from '../../features/media/streams/air/on-air.ts';
import type { SrtFaultName } from '../../features/media/streams/srt-faults.ts';
import { streamsFeature } from '../../features/media/streams/streams.feature.ts';
import { findSent } from '../../features/media/streams/streams.routes.ts';
import { whepFault } from '../../features/media/whep/carried.ts';
import { whepFeature } from '../../features/media/whep/whep.feature.ts';
import { whepNoun } from '../../features/media/whep/whep.routes.ts';
import { whipFeature } from '../../features/media/whip/whip.feature.ts';
import { whipPath } from '../../features/media/whip/whip.routes.ts';
import type { Members } from '../../features/rooms/members/members.port.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import { readTls } from '../../transport/tls-files.ts';
import type { AccountFeatures } from '../accounts/account-features.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { folderOf, shareOf } from '../seat-folders.ts';
import { ownAddresses, replicaAddress } from './replica-address.ts';

interface Parts {
  readonly members: Members;
  readonly library: Library;
  readonly gate: WatchGate;
  readonly upstream: UpstreamClient;
  readonly ffmpeg: FfmpegFinder;
  readonly openItem: OpenItem;
  readonly libraryAdditions: LibraryAdditions;
  readonly recordedFiles: RecordedFiles;
}

/** Live streams: those that users send, if the operator has enabled that, and those that this server pulls. */
export function addStreams(
  ground: Ground,
  features: FeatureList,
  { audit, publicUrl, outgoingGuard: guard }: Pick<AccountFeatures, 'audit' | 'publicUrl' | 'outgoingGuard'>,
  parts: Parts,
): void {
  const address = ground.config['rtmp.address'];
  const { clock, settings } = ground;
  const replicaId = ground.db.origin;
  const playbackUrls = makeSigner(ground.secrets.jwt, clock);
  const { onAir, relays, ladder, keys } = features.add(
    streamsFeature({
      ...ground,
      ...parts,
      audit,
      settings: settings.streams,
      replicaId,
      processes: ground.seat?.count ?? 1,
      secret: ground.secrets.jwt,
      relayAddress: () => replicaAddress(ground),
      open: openReplicaLink,
      pastFolder: folderOf(ground.seat, join(ground.dataDir, 'live-pasts')),
      pastShare: shareOf(ground.seat),
      address: address === undefined ? undefined : splitHostAndPort(address),
      tls: ground.config['rtmp.tls'] ? readTls(ground.config) : undefined,
      playbackUrls,
      canRecord: () => settings.recordings.recordings,
      publicHost: () => new URL(publicUrl()).hostname,
      whipAddress: () => (settings.whip.enabled ? `${publicUrl()}${whipPath}` : undefined),
      hasSrt: () => settings.srt.enabled,
      srtFaultOf: (mediaId): SrtFaultName | undefined => srt.faultOf(mediaId),
      otherRungsOf: whepRungsOf(ground, parts.ffmpeg),
      standingEvents: () => features.all('standingEvents'),
    }),
  );
  const srt = addOtherWays(ground, features, { publicUrl, keys, onAir, ffmpeg: parts.ffmpeg });
  const staleMs = () => clock.nowMs() - settings.streams.graceSeconds * 1_000;
  features.add(
    recordingsFeature({
      ...ground,
      ...{ ...parts, onAir, replicaId, staleMs },
      files: parts.recordedFiles,
      playbackUrls,
      settings: settings.recordings,
      folder: join(ground.dataDir, 'recordings'),
    }),
  );
  const { upstream, ffmpeg } = parts;
  const sources = ground.outside(
    'live sources',
    makeLiveSources({ upstream, ffmpeg, guard, clock, random: (length) => ground.random.bytes(length) }),
  );
  const pulling = { guard, sources, onAir, relays, ladder, replicaId, streamSettings: settings.streams };
  const { pulled } = features.add(pullFeature({ ...ground, ...parts, ...pulling, settings: settings.pull }));
  const kinds = [{ provider: 'rtmp', find: findSent({ onAir, relays }) }, pulled];
  features.add(whepFeature({ ...ground, ...parts, startSender, ownAddresses, settings: settings.whep, kinds }));
}

/** Whether a stream is also offered by WHEP. */
function whepRungsOf(ground: Ground, ffmpeg: FfmpegFinder): (stream: LiveStream) => readonly string[] {
  return (stream) => {
    const isSent = ground.settings.whep.enabled && !whepFault(stream, ffmpeg.found !== undefined);
    return isSent ? [whepNoun] : [];
  };
}

/** The ways to send a stream other than RTMP. */
function addOtherWays(
  ground: Ground,
  features: FeatureList,
  {
    publicUrl,
    ...parts
  }: Pick<AccountFeatures, 'publicUrl'> & Pick<SrtParts, 'keys' | 'ffmpeg'> & { readonly onAir: OnAir },
) {
  const { config, settings } = ground;
  const { onAir } = parts;
  features.add(
    whipFeature({ ...ground, onAir, receive, ownAddresses, settings: settings.whip, secret: ground.secrets.jwt }),
  );
  return features.add(
    srtFeature({
      ...ground,
      ...parts,
      settings: settings.srt,
      host: config['srt.host'],
      publicHost: () => config['srt.public_host'] ?? new URL(publicUrl()).hostname,
      graceMs: () => settings.streams.graceSeconds * 1_000,
    }),
  );
}
