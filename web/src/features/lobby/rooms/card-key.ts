/** Query key of a room's card, as signed-in or signed-out people see it. */
export const cardKey = (roomId: string, isSignedIn: boolean) => ['room-discovery', roomId, isSignedIn] as const;
