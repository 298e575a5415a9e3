export interface ToastOptions {
  /** Takes back what was just done. */
  readonly undo?: () => void;
  readonly action?: { readonly label: string; run(): void };
}

export interface ToastMessage {
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly action?: { readonly label: string; run(): void };
}

const none: readonly ToastMessage[] = [];
let waiting = none;
const listeners = new Set<() => void>();

function say(message: ToastMessage): void {
  waiting = [...waiting, message];
  for (const listener of listeners) listener();
}

/** Says that something was done; with a way to undo it where there is one. */
export function tell(text: string, { undo, action }: ToastOptions = {}): void {
  const offered = undo ? { label: 'Undo', run: undo } : action;
  say({ text, kind: 'done', ...(offered && { action: offered }) });
}

/** Says what failed and what to do. Stays until it is read. */
export function complain(problem: unknown, action?: ToastOptions['action']): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  say({ text, kind: 'failed', ...(action && { action }) });
}

/** Runs something and reports its failure to the user. */
export function attempt(work: Promise<unknown>): void {
  work.catch((error: unknown) => complain(error));
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Hands over what has been said since the last time. */
export function takeToasts(): readonly ToastMessage[] {
  const taken = waiting;
  // Always the same empty list, because a new one would count as a change.
  waiting = none;
  return taken;
}

export function waitingToasts(): readonly ToastMessage[] {
  return waiting;
}
