/** Pictures of people: a few shapes in flat colours. */
import { svg } from './landscape.ts';

/** The look of a person. */
export interface Look {
  readonly background: readonly [string, string];
  readonly skin: string;
  readonly hair: string;
  readonly shirt: string;
  readonly cut: keyof typeof cuts;
  readonly hasGlasses?: boolean;
}

/** Hair behind and in front of a face whose middle is at 100, 92. */
const cuts = {
  long: {
    behind: 'M50 92a50 52 0 0 1 100 0v58q-50 22 -100 0Z',
    front: 'M56 92q-2 -46 44 -46q46 0 44 46q-14 -12 -22 -30q-22 24 -66 30Z',
  },
  short: { behind: '', front: 'M58 88q-8 -44 36 -46q52 -8 50 46q-6 -14 -14 -22q-34 6 -60 -4q-8 10 -12 26Z' },
  curly: {
    behind:
      'M100 28a26 26 0 0 1 26 8a26 26 0 0 1 26 28a24 24 0 0 1 2 40a22 22 0 0 1 -20 22h-68a22 22 0 0 1 -20 -22a24 24 0 0 1 2 -40a26 26 0 0 1 26 -28a26 26 0 0 1 26 -8Z',
    front: 'M58 88q-4 -46 42 -46q46 0 42 46q-10 -20 -26 -20q-8 8 -18 0q-10 8 -18 2q-12 4 -22 18Z',
  },
  bun: {
    behind: 'M100 18a20 20 0 1 1 -0.1 0ZM54 96a46 50 0 0 1 92 0v18h-92Z',
    front: 'M57 90q0 -44 43 -44q43 0 43 44q-18 -24 -43 -24q-25 0 -43 24Z',
  },
  bob: {
    behind: 'M48 92a52 52 0 0 1 104 0v38q-52 14 -104 0Z',
    front: 'M56 94q-2 -50 44 -50q46 0 44 50q-4 -14 -10 -20q-36 2 -68 0q-6 8 -10 20Z',
  },
  bald: { behind: '', front: '' },
} as const;

const beard = 'M58 96q4 14 14 14q28 -10 56 0q10 0 14 -14q4 48 -42 50q-46 -2 -42 -50Z';

/** A portrait. A bald person has a beard in the colour of the hair. */
export function faceOf({ background, skin, hair, shirt, cut, hasGlasses = false }: Look): Buffer {
  const { behind, front } = cuts[cut];
  const glasses = `<g fill="none" stroke="#231a2b" stroke-width="4"><circle cx="82" cy="94" r="13"/><circle cx="118" cy="94" r="13"/><path d="M95 92q5 -4 10 0"/></g>`;
  return svg(
    200,
    200,
    `<linearGradient id="wall" x2="1" y2="1"><stop stop-color="${background[0]}"/><stop offset="1" stop-color="${background[1]}"/></linearGradient>
    <rect width="200" height="200" fill="url(#wall)"/>
    <path d="${behind}" fill="${hair}"/>
    <path d="M24 204q4 -54 60 -60h32q56 6 60 60Z" fill="${shirt}"/>
    <path d="M84 120h32v28q-16 18 -32 0Z" fill="${skin}"/><path d="M84 132q16 14 32 0v10q-16 12 -32 0Z" fill="#000" opacity="0.12"/>
    <ellipse cx="100" cy="94" rx="42" ry="48" fill="${skin}"/>
    ${cut === 'bald' ? `<path d="${beard}" fill="${hair}"/>` : ''}
    <path d="${front}" fill="${hair}"/>
    <circle cx="82" cy="95" r="4.5" fill="#231a2b"/><circle cx="118" cy="95" r="4.5" fill="#231a2b"/>
    <path d="M86 117q14 13 28 0" fill="none" stroke="#231a2b" stroke-width="4" stroke-linecap="round"/>
    ${hasGlasses ? glasses : ''}`,
  );
}
