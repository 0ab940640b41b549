import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'FilmCatalogueService.GetFilmFacts';
const reject = 'FilmCatalogueService.RejectFilmFacts';

/** The table's server has no catalogue key. */
export const filmCatalogueRows: Row[] = [
  {
    name: '[FCA2] a member asks about the film of an item',
    as: 'member',
    call: get,
    request: (w) => ({ media_id: w.media, language: 'pt-BR' }),
    expect: { ok: {} },
  },
  {
    name: '[FCA2] not in what is no language',
    as: 'member',
    call: get,
    request: (w) => ({ media_id: w.media, language: 'de_DE; q=1' }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[FCA1] an item of another room is none',
    as: 'member',
    call: get,
    request: (w) => ({ media_id: w.otherMedia }),
    expect: { error: 'film_catalogue.item_not_found' },
  },
  {
    name: '[FCA1] strangers ask nothing',
    as: 'stranger',
    call: get,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[FCA6] who added an item says that it is another film',
    as: 'member',
    call: reject,
    request: (w) => ({ media_id: w.memberMedia }),
    expect: { ok: {} },
  },
  {
    name: '[FCA6] who may not edit it does not',
    as: 'member',
    call: reject,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'library.not_own' },
  },
  {
    name: '[FCA6] nor do strangers',
    as: 'stranger',
    call: reject,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
];
