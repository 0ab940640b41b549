import { type ReactNode, useEffect, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Drawer } from '../../../ui/dialogs/drawer.tsx';
import { Tabs } from '../../../ui/lists/tabs.tsx';
import { RequestList } from '../join-requests/request-list.tsx';
import { useWaitingCount } from '../join-requests/waiting.ts';
import { ReportList } from '../reports/report-list.tsx';
import { BanList } from '../room-bans/ban-list.tsx';
import { type ModerationPlace, placesFor } from './moderation-place.ts';

interface ModerationDrawerProps {
  readonly place: ModerationPlace;
  readonly onClose: () => void;
}

const lists: Record<ModerationPlace, ReactNode> = {
  requests: <RequestList />,
  reports: <ReportList />,
  bans: <BanList />,
};

/**
 * All decisions of a room's moderators in one place. It closes when the person loses the last permission for it. [WMD1]
 */
export function ModerationDrawer({ place, onClose }: ModerationDrawerProps) {
  const { t } = useTranslation('moderation');
  const { self } = useRoom();
  const [chosen, setChosen] = useState(place);
  const waiting = useWaitingCount();
  const places = placesFor(self.permissions);
  const shown = places.includes(chosen) ? chosen : places[0];
  useEffect(() => {
    if (shown === undefined) onClose();
  }, [shown, onClose]);
  if (shown === undefined) return null;
  return (
    <Drawer title={t('title')} onClose={onClose}>
      <div className="-mx-5 -mt-5 sm:-mx-6">
        <Tabs<ModerationPlace>
          label={t('title')}
          value={shown}
          onChange={setChosen}
          tabs={places.map((value) => ({
            value,
            label: t(`places.${value}`),
            ...(value === 'requests' ? { badge: waiting, badgeLabel: t('waiting') } : {}),
            content: <div className="grid gap-4 px-5 py-5 sm:px-6">{lists[value]}</div>,
          }))}
        />
      </div>
    </Drawer>
  );
}
