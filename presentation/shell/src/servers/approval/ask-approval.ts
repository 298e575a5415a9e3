/** The source to approve: a registered server, a folder or a plugin, by its URI. */
interface Asked {
  readonly source: string;
  readonly done: () => void;
}

let pending: readonly Asked[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Asked[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog that shows what a source would run. Resolves when it is closed, whatever was decided. */
export function askApproval(source: string): Promise<void> {
  return new Promise((resolve) => {
    const asked: Asked = {
      source,
      done: () => {
        change(pending.filter((other) => other !== asked));
        resolve();
      },
    };
    change([...pending.filter((other) => other.source !== source), asked]);
  });
}

export function subscribeToApprovals(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function firstApproval(): Asked | undefined {
  return pending[0];
}
