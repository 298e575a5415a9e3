import type { Kernel } from '@loggia/kernel';
import { viewLoosenings, type ViewConsent, type ViewPolicy } from '@loggia/protocol';
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
  /** The fingerprint of the server's definition at the time of the decision. Old policies have none, and no effect. */
  readonly about?: string;
  readonly loosen: readonly Loosening[];
  readonly consent: ViewConsent;
  /** Absent: agents get the tools that its Views offer. */
  readonly tools?: ViewPolicy['tools'] | undefined;
}

interface Stored {
  readonly unreviewed: 'show' | 'ask';
  readonly templates: Readonly<Record<string, TemplateDecision>>;
  readonly servers: Readonly<Record<string, ServerPolicy>>;
}

const untouched: ServerPolicy = { loosen: [], consent: {} };

/** Stores the users' permissions for Views. Templates are keyed by their hash, servers by their id and definition. */
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
    this.#servers = new Map(
      Object.entries(stored?.servers ?? {}).map(([server, policy]) => [server, withoutUnknown(policy)]),
    );
  }

  /** The policy for templates without a decision. */
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

  /** `undefined` removes the decision. */
  decide(hash: string, decision: TemplateDecision | undefined): void {
    if (decision) this.#templates.set(hash, decision);
    else this.#templates.delete(hash);
    this.#store();
  }

  /** `definition` is the server's current one. */
  for(server: string, definition: string | undefined): ServerPolicy {
    const policy = this.#servers.get(server);
    return policy && definition !== undefined && policy.about === definition ? policy : untouched;
  }

  /** Whether agents may use the tools that a View of this server and template offers. */
  offersTools(server: string, definition: string | undefined, template: string): boolean {
    if (this.for(server, definition).tools === 'withhold') return false;
    const decided = this.decisionOn(template);
    return decided ? decided.decision === 'allowed' : this.#unreviewed === 'show';
  }

  /** The policies in effect. */
  list(definitionOf: (server: string) => string | undefined): readonly ViewPolicy[] {
    return [...this.#servers].flatMap(([server, policy]) =>
      this.for(server, definitionOf(server)) === policy ? [asReported(server, policy)] : [],
    );
  }

  /** Drops everything about a removed server. */
  forget(server: string): void {
    if (this.#servers.delete(server)) this.#store();
  }

  /** Fields that are left out stay unchanged. */
  change(
    server: string,
    definition: string,
    changes: {
      readonly loosen?: readonly Loosening[] | undefined;
      readonly consent?: ViewConsent | undefined;
      readonly tools?: ViewPolicy['tools'] | undefined;
    },
  ): ViewPolicy {
    const before = this.for(server, definition);
    const policy = {
      about: definition,
      loosen: [...new Set(changes.loosen ?? before.loosen)],
      consent: { ...before.consent, ...changes.consent },
      tools: changes.tools ?? before.tools,
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

/** An older version may have stored a permission that no longer exists. */
function withoutUnknown(policy: ServerPolicy): ServerPolicy {
  const known: readonly string[] = viewLoosenings;
  return { ...policy, loosen: policy.loosen.filter((each) => known.includes(each)) };
}

function asReported(server: string, { loosen, consent, tools }: ServerPolicy): ViewPolicy {
  return { server, loosen: [...loosen], consent: { ...consent }, ...(tools && { tools }) };
}
