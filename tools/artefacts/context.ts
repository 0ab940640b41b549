import type { Release } from './release.ts';

/** The inputs of a maker of artefacts. */
export interface Context {
  readonly root: string;
  /** The folder that the files go into. */
  readonly target: string;
  readonly release: Release;
  /** Reports that one of several artefacts was left out, and why. */
  readonly skip: (what: string, reason: string) => void;
}

/** Makes files in the target. @returns their names. @throws Skipped when nothing can be made on this machine */
export type Maker = (context: Context) => readonly string[];

/** This machine lacks a program for the artefact; `message` names it. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
