import type { ProxyPolicy } from '@matinee/contract/gen/api.ts';
import { MonitorPlay, Server, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { readableBytes } from '../../../../client/words/readable.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { formatTime } from '../../../film/playback/format-time.port.ts';
import { accountOf } from '../../../film/playback/source-accounts.port.ts';
import { NeededNetworks } from '../../sources/needed-networks.tsx';
import { SourceSignIn } from '../../sources/new-account.port.tsx';
import { ShareSwitch } from '../../sources/share-switch.tsx';
import type { RecognizedLink } from '../add-links.port.ts';
import { Cover } from '../cover.tsx';
import { type LinkObstacle, obstacleOf } from './link-obstacle.ts';
import { providerNames } from './provider-names.ts';
import { type LinkFacts, useDescription, useLinkFacts } from './use-recognized.ts';

export interface LinkPreviewProps {
  readonly recognized: RecognizedLink;
  /** Undefined: an account of this person would be of no use. */
  readonly onSignedIn?: () => void;
}

/** The media that a link points to, how it will play, and what is missing. [WL12] */
export function LinkPreview({ recognized, onSignedIn }: LinkPreviewProps) {
  const { t, i18n } = useTranslation('library');
  const { data, isFetching } = useLinkFacts(recognized);
  const description = useDescription(recognized);
  const { link, found } = recognized;
  const { host } = new URL(link);
  const account = found && accountOf(found.source);
  // The size of a list says nothing about the film.
  const size = found?.format === 'file' ? data?.prepared?.probe?.size_bytes : undefined;
  const facts = [
    found?.provider && providerNames[found.provider],
    found?.format && t(`preview.format.${found.format}`, { defaultValue: '' }),
    description?.duration_seconds && formatTime(description.duration_seconds),
    size && readableBytes(size, i18n.locale),
    host,
  ].filter(Boolean);
  const obstacle = data?.prepared && obstacleOf(data.prepared);
  return (
    <div className="mt-1 grid gap-1.5 text-sm text-muted">
      <div className="flex items-center gap-3">
        {description?.thumbnail && <Cover path={description.thumbnail} />}
        <p dir="auto" className="min-w-0 wrap-anywhere tabular-nums">
          {facts.join(' · ')}
        </p>
      </div>
      {isFetching && !data && <p>{t('preview.loading')}</p>}
      {data && obstacle === undefined && <Delivery found={found} policy={data.policy} host={host} />}
      {account && <ShareSwitch account={account} />}
      {data && obstacle && <Obstacle {...{ obstacle, data, link, onSignedIn }} />}
    </div>
  );
}

interface DeliveryProps {
  readonly found: RecognizedLink['found'];
  readonly policy: ProxyPolicy | undefined;
  readonly host: string;
}

/** The loader of the film: a player of its site, this server, or the viewers themselves. */
function Delivery({ found, policy, host }: DeliveryProps) {
  const { t } = useTranslation('library');
  const site = found?.format === 'embed' ? (providerNames[found.provider ?? ''] ?? host) : undefined;
  const ownPlayer = site && t('preview.ownPlayer', { site });
  const reason = policy?.reasons[0];
  const text =
    ownPlayer ||
    (policy?.is_proxied ? t(`preview.proxied.${reason ?? 'adder'}`) : policy ? t('preview.direct', { host }) : '');
  if (!text) return null;
  const Icon = policy?.is_proxied && !ownPlayer ? Server : MonitorPlay;
  return (
    <p className="flex items-start gap-2">
      <Icon size={18} aria-hidden="true" className="mt-px shrink-0" />
      {text}
    </p>
  );
}

interface ObstacleProps {
  readonly obstacle: LinkObstacle;
  readonly data: LinkFacts;
  readonly link: string;
  readonly onSignedIn: (() => void) | undefined;
}

/** The obstacle, and its remedy: a sign-in, or the entry that the operator has to add. */
function Obstacle({ obstacle, data, link, onSignedIn }: ObstacleProps) {
  const { t } = useTranslation('library');
  const [isSigningIn, setSigningIn] = useState(false);
  const networks = data.prepared?.needed_networks.join(', ');
  const needsAccount = onSignedIn !== undefined && (obstacle === 'account' || obstacle === 'page');
  return (
    <div className="grid gap-2">
      <p className="flex items-start gap-2 text-text">
        <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0 text-accent-text" />
        <span>
          {t(networks ? 'obstacle.private_operator' : `obstacle.${obstacle}`, {
            status: data.prepared?.probe?.status,
          })}
        </span>
      </p>
      {networks && <NeededNetworks networks={networks} />}
      {needsAccount && !isSigningIn && (
        <div>
          <Button onClick={() => setSigningIn(true)}>{t('obstacle.signIn')}</Button>
        </div>
      )}
      {isSigningIn && onSignedIn && (
        <Suspense>
          <div className="max-h-[50dvh] overflow-y-auto rounded-control border border-border p-4 text-base text-text">
            <SourceSignIn link={link} onSignedIn={onSignedIn} />
          </div>
        </Suspense>
      )}
    </div>
  );
}
