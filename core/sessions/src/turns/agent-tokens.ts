import type { ProtectedResource } from '../harness.ts';

/** The user's tokens for the resources that an agent itself needs. */
export class AgentTokens {
  readonly #needs: readonly ProtectedResource[];
  readonly #tokenFor: (resource: string) => Promise<string | undefined>;

  constructor(
    needs: readonly ProtectedResource[],
    tokenFor: (resource: string) => Promise<string | undefined>,
  ) {
    this.#needs = needs;
    this.#tokenFor = tokenFor;
  }

  async of(resource: string): Promise<string | undefined> {
    const isOwn = this.#needs.some((need) => need.resource === resource);
    return isOwn ? this.#tokenFor(resource) : undefined;
  }

  /** The first resource that the agent requires and nobody has signed in to. */
  async firstMissing(): Promise<ProtectedResource | undefined> {
    for (const need of this.#needs) {
      if (need.required !== false && (await this.of(need.resource)) === undefined) return need;
    }
    return undefined;
  }
}
