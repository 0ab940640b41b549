import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('content_reports', {
      file: 'reports',
      of: 'reporter_id',
      order: 'created_at',
      columns: [
        'id',
        'room_id',
        'target',
        'target_id',
        'category',
        'text',
        'status',
        'created_at',
        'decided_at',
        'platform_only',
      ],
      leftOut: {
        user_id: 'another person',
        content: 'words of another person',
        version: 'a counter',
        reporter_id: 'the person themselves',
      },
    }),
  ],
  leftOut: { content_report_steps: 'work of the people who handle reports' },
};
