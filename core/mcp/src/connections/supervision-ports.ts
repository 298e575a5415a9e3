import type { Clock, Scheduler } from '@loggia/kernel';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Recorder } from '../audit/recorder.ts';
import type { Authority } from '../auth/authority.ts';
import type { BackOff } from './back-off.ts';
import type { LinePorts } from './server-line.ts';
import type { StartGates } from './start-gate.ts';

/** The external services for supervision; all connections of a gateway share one set. */
export interface SupervisionPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** In [0, 1). */
  random(): number;
  readonly clientInfo: Implementation;
  readonly uiMimeTypes: readonly string[];
  readonly authority: Pick<Authority, 'authorize'>;
  readonly launcher: LinePorts['launcher'];
  readonly gates: StartGates;
  readonly crowd: LinePorts['crowd'];
  readonly recorder: Pick<Recorder, 'run'>;
  readonly limits: LinePorts['limits'] & {
    readonly startMs: number;
    readonly callMs: number;
    readonly backOff: BackOff;
  };
  report(problem: string, error: unknown): void;
}
