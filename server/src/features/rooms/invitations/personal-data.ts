import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_invitations', {
      file: 'invitations',
      of: 'creator_id',
      order: 'created_at',
      columns: ['id', 'room_id', 'created_at', 'expires_at', 'max_uses', 'use_count', 'revoked_at'],
      leftOut: { creator_id: 'the person themselves', token_hash: 'digest of a secret' },
    }),
    ownRows('room_invitation_uses', {
      file: 'used-invitations',
      of: 'user_id',
      order: 'used_at',
      columns: ['invitation_id', 'used_at'],
      leftOut: { user_id: 'the person themselves', number: 'a counter' },
    }),
  ],
};
