import type { RoomAccess } from '@matinee/contract/gen/api.ts';

/** The action of an invitation's button. `none`: there is no button, only a reason. */
export type AccessAction = 'enter' | 'join' | 'ask' | 'password' | 'wait' | 'sign-in' | 'guest' | 'none';

/** The action for each access state; total, so that a new state does not compile without one. [WR2] */
const actions: Record<RoomAccess, AccessAction> = {
  ENTER: 'enter',
  JOIN: 'join',
  REQUEST_APPROVAL: 'ask',
  PASSWORD: 'password',
  SIGN_IN: 'sign-in',
  GUEST: 'guest',
  UNAVAILABLE: 'none',
  PENDING_APPROVAL: 'wait',
  COOLDOWN: 'none',
  FULL: 'none',
  INVITATION: 'none',
};

export function actionOf(access: RoomAccess): AccessAction {
  return actions[access];
}
