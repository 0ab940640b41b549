/** The modules of the app, and what they load. */
export interface Graph {
  readonly ids: readonly string[];
  readonly isEntry: (id: string) => boolean;
  /** Modules that load with a module. */
  readonly imports: (id: string) => readonly string[];
  /** Modules that a module loads later. */
  readonly loads: (id: string) => readonly string[];
}
