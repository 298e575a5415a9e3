/** The calls that agents run themselves, and their plans. */

import type { Media } from './equipment.ts';

/** A part of the result of a call that the agent runs itself. */
export type OwnCallContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly media: Media }
  /** A change of a file. `before` is absent for a new file. */
  | { readonly kind: 'diff'; readonly path: string; readonly before?: string; readonly after: string }
  /** The output of a program that `turn.terminals` has started, live while it runs. */
  | { readonly kind: 'terminal'; readonly resource: string; readonly title: string };

/**
 * A call that the agent runs itself, without the host: a coding agent's edit, for example. The chat shows it; nothing
 * about it is checked. Each report replaces the last one of the same id.
 */
export interface OwnCall {
  /** Unique in the turn. */
  readonly id: string;
  /** The agent's name for the tool. */
  readonly name: string;
  /** A line for the user on what it does. */
  readonly title: string;
  /** JSON text. */
  readonly input?: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly content?: readonly OwnCallContent[];
  /** The files that it works on. */
  readonly locations?: readonly OwnCallLocation[];
}

export interface OwnCallLocation {
  /** Absolute. */
  readonly path: string;
  /** Lines count from 1. */
  readonly line?: number;
}

/** A step of an agent's plan. */
export interface PlanStep {
  readonly text: string;
  readonly state: 'waiting' | 'running' | 'done';
}

/** An answer to the question whether a call of the agent's own may run. */
export interface PermissionOption {
  readonly id: string;
  readonly label: string;
  /** The agent remembers an answer for `always`; the host doesn't. */
  readonly kind: 'allow-once' | 'allow-always' | 'deny-once' | 'deny-always';
}
