import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('audit_records', {
      file: 'actions',
      of: 'actor_id',
      where: { column: 'actor_kind', is: 'user' },
      order: 'at',
      columns: ['id', 'at', 'action', 'target', 'details', 'address', 'request_id'],
      leftOut: {
        actor_kind: 'always a person here',
        actor_id: 'the person themselves',
        actor_name: 'the name of the person',
      },
    }),
  ],
};
