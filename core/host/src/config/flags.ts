import type { LogLevel } from '../log-level.ts';

/** The options given on the command line, and no others. Paths are as typed. */
export interface Flags {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly config?: string;
  readonly logLevel?: LogLevel;
  readonly noOpen: boolean;
}
