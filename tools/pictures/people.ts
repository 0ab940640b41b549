/** The people in the pictures. */
import type { Look } from './faces.ts';

export const people = {
  Mira: { background: ['#ffb48a', '#e0607e'], skin: '#e8b08c', hair: '#3a2030', shirt: '#2f6f73', cut: 'long' },
  Jonas: { background: ['#8ec5fc', '#4a6fd0'], skin: '#f3c9a8', hair: '#b5652b', shirt: '#f2e6d0', cut: 'short' },
  Aiko: { background: ['#c9f0d0', '#4fa58a'], skin: '#f0c8a4', hair: '#1d1a26', shirt: '#d9534f', cut: 'bob' },
  Leo: { background: ['#ffe08a', '#e59a3c'], skin: '#8d5a3c', hair: '#1f1512', shirt: '#3b3f8c', cut: 'curly' },
  Noor: {
    background: ['#d7c2ff', '#7a58c9'],
    skin: '#c98d63',
    hair: '#2b1a14',
    shirt: '#f4b860',
    cut: 'bun',
    hasGlasses: true,
  },
  Sam: { background: ['#a9e4e8', '#2f8fa3'], skin: '#e5b592', hair: '#6b4530', shirt: '#37474f', cut: 'bald' },
} as const satisfies Readonly<Record<string, Look>>;

export type Name = keyof typeof people;
