import { randomBytes } from 'node:crypto';
import type { Principal } from '@loggia/access';

/** A View that was opened for an artifact. */
export interface OpenView {
  readonly artifact: string;
  readonly workspace: string;
  readonly server: string;
  readonly principal: Principal;
  /** The most that a key for one of its calls is good for. */
  readonly grant: 'read' | 'write';
  /** The type that it was opened as, which an artifact may have changed since. */
  readonly type: string;
}

const mostViews = 10_000;

/**
 * Which Views were opened for which artifact, so that what such a View asks of its server comes with a key to that
 * artifact, and only to it. They are forgotten with the host: a View that outlives it is opened anew.
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

  /** Undefined for a View of another server, or of somebody else. */
  find(id: string, asked: { readonly server: string; readonly principal: Principal }): OpenView | undefined {
    const view = this.#views.get(id);
    return view?.server === asked.server && view.principal.id === asked.principal.id ? view : undefined;
  }
}
