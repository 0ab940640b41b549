/** Where the card of a room is kept, as somebody sees it who is signed in, or not. */
export const cardKey = (roomId: string, isSignedIn: boolean) => ['room-discovery', roomId, isSignedIn] as const;
