import type { CallKeys } from '@loggia/workspaces';

type Source = Pick<CallKeys, 'forView' | 'forAgent'>;

/**
 * The `_meta` that calls send to servers. Servers and workspaces depend on each other: this is created before the
 * servers, and connected to the workspaces when they exist. Until then calls carry nothing.
 */
export class CallMeta {
  #source: Source | undefined;

  readonly forView = (...call: Parameters<Source['forView']>): ReturnType<Source['forView']> =>
    this.#source?.forView(...call);

  readonly forAgent = async (...call: Parameters<Source['forAgent']>) => this.#source?.forAgent(...call);

  comesFrom(source: Source): void {
    this.#source = source;
  }
}
