import type { OpenedSandbox } from '@loggia/protocol';
import type { DisplayMode } from './display-mode.ts';
import type { Trouble } from './server-facts.ts';
import type { ViewFacts } from './subject.ts';

export interface ViewSnapshot {
  /**
   * `waiting`: something prevents it, see `trouble`. `loading`: its page was requested. `silent`: it never initialized.
   * `closed`: it closed itself. `resting`: too many others are running. `stopped`: it broke a rule for Views, or left
   * its page; only the user can run it again.
   */
  readonly phase: 'waiting' | 'loading' | 'ready' | 'failed' | 'silent' | 'closed' | 'resting' | 'stopped';
  readonly trouble: Trouble | undefined;
  readonly facts: ViewFacts;
  readonly sandbox: OpenedSandbox | undefined;
  readonly mode: DisplayMode;
  /** The mistakes in how the View introduced itself. */
  readonly faults: readonly string[];
  /** The View's own words for the first error in its page. */
  readonly error: string | undefined;
  /** The modes that the View can be shown in. */
  readonly modes: readonly DisplayMode[];
  /** Whether it has tools for agents. */
  readonly declaresTools: boolean;
  /** The mode that it requested and didn't get; the user can grant it. */
  readonly asked: DisplayMode | undefined;
  /** False: its document has not run for a while, because it hangs or has crashed. */
  readonly isResponding: boolean;
  readonly height: number;
  /** The slot that it is shown over. */
  readonly slot: HTMLElement | undefined;
}

/** Whether something keeps the View from being shown, so that its data has to be read elsewhere. */
export function isMissing({ phase, trouble }: Pick<ViewSnapshot, 'phase' | 'trouble'>): boolean {
  if (phase === 'waiting') return trouble !== undefined && trouble.remedy !== 'wait';
  return phase === 'failed' || phase === 'silent' || phase === 'stopped';
}

/** The snapshot of a View before anything of it has loaded, except what it is about and how tall it is. */
export const beforeStart: Omit<ViewSnapshot, 'facts' | 'height'> = {
  phase: 'waiting',
  trouble: undefined,
  sandbox: undefined,
  mode: 'inline',
  modes: ['inline'],
  declaresTools: false,
  faults: [],
  error: undefined,
  asked: undefined,
  isResponding: true,
  slot: undefined,
};

/** The parts of a snapshot that belong to a page, as they are when a new one is requested. */
export const beforePage = {
  phase: 'loading',
  sandbox: undefined,
  modes: ['inline'],
  declaresTools: false,
  faults: [],
  error: undefined,
  asked: undefined,
} as const satisfies Partial<ViewSnapshot>;
