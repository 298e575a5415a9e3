import { createHash } from 'node:crypto';
import type { Kernel } from '@loggia/kernel';
import type { TemplateReport } from '@loggia/protocol';

const namespace = 'view-templates';
const most = 1000;

export type SeenTemplate = Omit<TemplateReport, 'decision'>;

/** The templates that servers have served, so that they can be reviewed while the server isn't running. */
export class SeenTemplates {
  readonly #records: Pick<Kernel['records'], 'list' | 'put' | 'delete'>;
  readonly #most: number;
  /** Oldest first. */
  readonly #seen = new Map<string, SeenTemplate>();

  constructor(records: Pick<Kernel['records'], 'list' | 'put' | 'delete'>, atMost = most) {
    this.#records = records;
    this.#most = atMost;
  }

  async load(): Promise<void> {
    const stored = await this.#records.list(namespace);
    const seen = stored.map(({ key, value }) => [key, value as SeenTemplate] as const);
    for (const [key, template] of seen.toSorted(([, a], [, b]) => (a.seenAt < b.seenAt ? -1 : 1)))
      this.#seen.set(key, template);
  }

  /** Newest first. */
  list(server?: string): readonly SeenTemplate[] {
    const all = [...this.#seen.values()].toReversed();
    return server === undefined ? all : all.filter((template) => template.server === server);
  }

  add(template: SeenTemplate): void {
    const key = keyOf(template);
    // Reading it again isn't worth a write.
    if (this.#seen.has(key)) return;
    this.#seen.set(key, template);
    this.#records.put(namespace, key, template);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= this.#most) break;
      this.#seen.delete(oldest);
      this.#records.delete(namespace, oldest);
    }
  }
}

/** Two servers may serve the same page; a reviewer wants to see both. */
function keyOf({ hash, server, resourceUri }: SeenTemplate): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, server, resourceUri]))
    .digest('hex');
}
