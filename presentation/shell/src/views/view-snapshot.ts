import type { OpenedSandbox } from '@loggia/protocol';
import type { DisplayMode } from './display-mode.ts';
import type { Trouble } from './server-facts.ts';
import type { ViewFacts } from './subject.ts';

export interface ViewSnapshot {
  /**
   * `waiting`: something is in the way, which `trouble` tells. `loading`: it was asked for. `silent`: it never said
   * anything. `closed`: it closed itself. `resting`: too many others are alive. `stopped`: it did what no View may do, or
   * left its page; it runs again when the user wants it to.
   */
  readonly phase: 'waiting' | 'loading' | 'ready' | 'failed' | 'silent' | 'closed' | 'resting' | 'stopped';
  readonly trouble: Trouble | undefined;
  readonly facts: ViewFacts;
  readonly sandbox: OpenedSandbox | undefined;
  readonly mode: DisplayMode;
  /** The modes that the View declared. */
  readonly modes: readonly DisplayMode[];
  /** The mode that it asked for and was not given; the user can. */
  readonly asked: DisplayMode | undefined;
  /** False: its document has not run for a while; it hangs, or has crashed. */
  readonly isResponding: boolean;
  readonly height: number;
  /** The slot over which it lies. */
  readonly slot: HTMLElement | undefined;
}
