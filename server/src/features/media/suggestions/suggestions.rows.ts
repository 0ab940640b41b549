import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'SuggestionsService.ListSuggestions';
const suggest = 'SuggestionsService.SuggestMedia';
const take = 'SuggestionsService.TakeSuggestion';
const draw = 'SuggestionsService.DrawSuggestion';
const remove = 'SuggestionsService.DeleteSuggestion';
const nothing = `med_${'0'.repeat(26)}`;
const link = (name: string) => ({ direct_url: { url: `https://films.test/${name}.mp4` } });

export const suggestionsRows: Row[] = [
  { name: '[SG1] a room begins with none', as: 'member', call: list, expect: { ok: { suggestions: [] } } },
  { name: '[SG1] strangers do not see them', as: 'stranger', call: list, expect: { error: 'call.not_a_member' } },
  {
    name: '[SG1] strangers do not suggest',
    as: 'stranger',
    call: suggest,
    request: { source: link('no') },
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[SG1] a member suggests a film, which is named by its address',
    as: 'member',
    call: suggest,
    request: { source: link('Metropolis') },
    expect: {
      ok: (w) => ({ suggestion: { name: 'Metropolis', suggester_id: w.member.id, source: link('Metropolis') } }),
    },
    keep: { suggestion: 'suggestion.id' },
  },
  {
    name: '[SG1] a bad link is refused as where it is added',
    as: 'member',
    call: suggest,
    request: { source: { direct_url: { url: 'ftp://films.test/a.mp4' } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[SG1] all see it',
    as: 'owner',
    call: list,
    expect: { ok: (w) => ({ suggestions: [{ id: w.kept.suggestion!, name: 'Metropolis' }] }) },
  },
  {
    name: '[SG3] whoever may add items takes it',
    as: 'owner',
    call: take,
    request: (w) => ({ suggestion_id: w.kept.suggestion! }),
    expect: {
      ok: (w) => ({
        media: {
          id: w.kept.suggestion!,
          name: 'Metropolis',
          creator_id: w.owner.id,
          suggester_id: w.member.id,
          source: link('Metropolis'),
        },
      }),
    },
  },
  {
    name: '[SG3] once',
    as: 'owner',
    call: take,
    request: (w) => ({ suggestion_id: w.kept.suggestion! }),
    expect: { error: 'suggestions.not_found' },
  },
  {
    name: '[SG4] there is nothing to decline',
    as: 'owner',
    call: remove,
    request: { suggestion_id: nothing },
    expect: { error: 'suggestions.not_found' },
  },
  {
    name: '[SG4] another one',
    as: 'member',
    call: suggest,
    request: { name: 'M', source: link('m') },
    expect: { ok: { suggestion: { name: 'M' } } },
    keep: { withdrawn: 'suggestion.id' },
  },
  {
    name: '[SG4] is withdrawn',
    as: 'member',
    call: remove,
    request: (w) => ({ suggestion_id: w.kept.withdrawn! }),
    expect: { ok: {} },
  },
  { name: '[SG4] and is gone', as: 'owner', call: list, expect: { ok: { suggestions: [] } } },
  { name: '[SG7] of none none is drawn', as: 'owner', call: draw, expect: { error: 'suggestions.nothing_waits' } },
  {
    name: '[SG7] one more',
    as: 'member',
    call: suggest,
    request: { name: 'Faust', source: link('faust') },
    expect: { ok: { suggestion: { name: 'Faust' } } },
  },
  {
    name: '[SG7] chance chooses among those that wait',
    as: 'owner',
    call: draw,
    expect: { ok: (w) => ({ media: { name: 'Faust', creator_id: w.owner.id, suggester_id: w.member.id } }) },
  },
  { name: '[SG7] and takes it', as: 'owner', call: list, expect: { ok: { suggestions: [] } } },
];
