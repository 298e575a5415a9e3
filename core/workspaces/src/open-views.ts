import { randomBytes } from 'node:crypto';
import type { Principal } from '@loggia/access';

/** A View that was opened for an artifact. */
export interface OpenView {
  readonly artifact: string;
  readonly workspace: string;
  readonly server: string;
  readonly principal: Principal;
  /** The highest grant of a key for one of its calls. */
  readonly grant: 'read' | 'write';
  /** The type it was opened as; the artifact's type may have changed since. */
  readonly type: string;
}

const mostViews = 10_000;

/**
 * Tracks which Views were opened for which artifact, so that a View's calls to its server carry a key to that artifact,
 * and only to it. Not persisted: after a restart, Views are opened again.
 */
export class OpenViews {
  readonly #views = new Map<string, OpenView>();

  open(view: OpenView): string {
    const id = randomBytes(16).toString('hex');
    this.#views.set(id, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > mostViews && oldest !== undefined) this.#views.delete(oldest);
    return id;
  }

  /** Undefined for a View of another server or another user. */
  find(id: string, asked: { readonly server: string; readonly principal: Principal }): OpenView | undefined {
    const view = this.#views.get(id);
    return view?.server === asked.server && view.principal.id === asked.principal.id ? view : undefined;
  }
}
