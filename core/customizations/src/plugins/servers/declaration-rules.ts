import type { PlaceholderContext } from './placeholders.ts';

/** The origin of a declaration and the rules for reading it. */
export interface DeclarationRules extends PlaceholderContext {
  /** `agent-plugins`: as in version 1.0 of that specification. `tolerant`: as in all other formats. */
  readonly dialect: 'tolerant' | 'agent-plugins';
  /** `host`: the user's own configuration. `guest`: it can't grant itself anything. */
  readonly author: 'host' | 'guest';
  /** The base of relative commands and folders. Undefined: the files aren't on this machine. */
  readonly folder: string | undefined;
  /** The working directory of a process that declares none. */
  readonly startsIn: string | undefined;
}
