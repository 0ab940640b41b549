import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('bans', {
      file: 'bans',
      of: 'target_id',
      where: { column: 'target', is: BanTarget.USER },
      order: 'created_at',
      columns: ['reason', 'created_at', 'until', 'lifted_at'],
      leftOut: {
        id: 'of the ban',
        target: 'always a person here',
        target_id: 'the person themselves',
        target_name: 'the name of the person',
        actor_id: 'another person',
        actor_name: 'another person',
        lifted_by_name: 'another person',
      },
    }),
  ],
};
