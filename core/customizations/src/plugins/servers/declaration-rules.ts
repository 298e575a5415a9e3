import type { Surroundings } from './placeholders.ts';

/** Who wrote a declaration, and by which rules it is read. */
export interface DeclarationRules extends Surroundings {
  /** `agent-plugins`: as version 1.0 of that specification has it. `tolerant`: as everybody else writes them. */
  readonly dialect: 'tolerant' | 'agent-plugins';
  /** `host`: the user's own configuration. `guest`: it may not grant itself anything. */
  readonly author: 'host' | 'guest';
  /** Where relative commands and folders start. Undefined: the files are not on this machine. */
  readonly folder: string | undefined;
  /** Where a process starts that does not say where. */
  readonly startsIn: string | undefined;
}
