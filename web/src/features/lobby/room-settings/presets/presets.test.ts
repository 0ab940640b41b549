import { expect, test } from 'vitest';
import { changesTo, presetOf } from './presets.ts';

test('[WR22] a preset is what is set, until single permissions of the remote were changed', () => {
  expect(presetOf({})).toBe('hosts');
  expect(presetOf({ control: 'everyone' })).toBe('everyone');
  const others = { added: ['delete_media'], removed: ['use_voice_chat'] } as const;
  expect(presetOf({ control: 'everyone', member_permissions: others })).toBe('everyone');
  expect(presetOf({ member_permissions: { added: ['navigate_playback'], removed: [] } })).toBe('custom');
  expect(presetOf({ member_permissions: { added: [], removed: ['control_playback_state'] } })).toBe('custom');
  expect(presetOf({ admin_permissions: { added: [], removed: ['control_playback_state'] } })).toBe('custom');
});

test('[WR22] choosing a preset takes those single permissions back, and leaves the others', () => {
  expect(changesTo('everyone', { control: 'hosts' })).toEqual({ control: 'everyone' });
  const custom = {
    control: 'everyone',
    member_permissions: { added: ['delete_media'], removed: ['navigate_playback', 'use_voice_chat'] },
  } as const;
  expect(changesTo('hosts', custom)).toEqual({
    control: 'hosts',
    member_permissions: { added: ['delete_media'], removed: ['use_voice_chat'] },
  });
});
