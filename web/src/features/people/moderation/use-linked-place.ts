import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { moderationAt } from './moderation.tsx';
import { moderationPlaces, placesFor } from './moderation-place.ts';

/** Opens the drawer for the link of a notification, such as `/r/room_…#reports`. [WMD2] */
export function useLinkedPlace(): void {
  const { self, openDialog } = useRoom();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const place = moderationPlaces.find((one) => one === hash);
    if (!place || !placesFor(self.permissions).includes(place)) return;
    openDialog(moderationAt(place));
    // While the hash stays, the same link would not open the drawer again, and going back would.
    void navigate({ to: '.', hash: '', replace: true });
  }, [hash, self, openDialog, navigate]);
}
