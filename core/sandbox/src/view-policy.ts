import type { Kernel } from '@loggia/kernel';
import type { ViewConsent, ViewPolicy } from '@loggia/protocol';
import type { Loosening } from './content-policy.ts';

const namespace = 'view-policy';
export { namespace as viewPolicyRecords };
const key = 'policy';

export interface TemplateDecision {
  readonly decision: 'allowed' | 'blocked';
  readonly by: string;
  readonly at: string;
}

interface ServerPolicy {
  /** The fingerprint of the server's definition that was decided about. Policies from before have none, and no effect. */
  readonly about?: string;
  readonly loosen: readonly Loosening[];
  readonly consent: ViewConsent;
}

interface Stored {
  readonly unreviewed: 'show' | 'ask';
  readonly templates: Readonly<Record<string, TemplateDecision>>;
  readonly servers: Readonly<Record<string, ServerPolicy>>;
}

const untouched: ServerPolicy = { loosen: [], consent: {} };

/** Remembers what users let Views do. Templates go by their hash, servers by their id and definition. */
export class ViewPolicies {
  readonly #records: Pick<Kernel['records'], 'get' | 'put'>;
  #unreviewed: Stored['unreviewed'] = 'show';
  #templates = new Map<string, TemplateDecision>();
  #servers = new Map<string, ServerPolicy>();

  constructor(records: Pick<Kernel['records'], 'get' | 'put'>) {
    this.#records = records;
  }

  async load(): Promise<void> {
    const stored = (await this.#records.get(namespace, key)) as Partial<Stored> | undefined;
    this.#unreviewed = stored?.unreviewed ?? 'show';
    this.#templates = new Map(Object.entries(stored?.templates ?? {}));
    this.#servers = new Map(Object.entries(stored?.servers ?? {}));
  }

  /** What becomes of a template that nobody has decided about. */
  get unreviewed(): Stored['unreviewed'] {
    return this.#unreviewed;
  }

  set unreviewed(unreviewed: Stored['unreviewed']) {
    this.#unreviewed = unreviewed;
    this.#store();
  }

  decisionOn(hash: string): TemplateDecision | undefined {
    return this.#templates.get(hash);
  }

  /** `undefined` forgets. */
  decide(hash: string, decision: TemplateDecision | undefined): void {
    if (decision) this.#templates.set(hash, decision);
    else this.#templates.delete(hash);
    this.#store();
  }

  /** `definition` is what the server is now. */
  for(server: string, definition: string | undefined): ServerPolicy {
    const policy = this.#servers.get(server);
    return policy && definition !== undefined && policy.about === definition ? policy : untouched;
  }

  /** Those that hold. */
  list(definitionOf: (server: string) => string | undefined): readonly ViewPolicy[] {
    return [...this.#servers].flatMap(([server, policy]) =>
      this.for(server, definitionOf(server)) === policy ? [asReported(server, policy)] : [],
    );
  }

  /** Everything about a server that is gone. */
  forget(server: string): void {
    if (this.#servers.delete(server)) this.#store();
  }

  /** What is left out stays as it is. */
  change(
    server: string,
    definition: string,
    changes: {
      readonly loosen?: readonly Loosening[] | undefined;
      readonly consent?: ViewConsent | undefined;
    },
  ): ViewPolicy {
    const before = this.for(server, definition);
    const policy = {
      about: definition,
      loosen: [...new Set(changes.loosen ?? before.loosen)],
      consent: { ...before.consent, ...changes.consent },
    };
    this.#servers.set(server, policy);
    this.#store();
    return asReported(server, policy);
  }

  #store(): void {
    const stored: Stored = {
      unreviewed: this.#unreviewed,
      templates: Object.fromEntries(this.#templates),
      servers: Object.fromEntries(this.#servers),
    };
    this.#records.put(namespace, key, stored);
  }
}

function asReported(server: string, { loosen, consent }: ServerPolicy): ViewPolicy {
  return { server, loosen: [...loosen], consent: { ...consent } };
}
