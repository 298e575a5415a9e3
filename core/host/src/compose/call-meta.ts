import type { CallKeys } from '@loggia/workspaces';

type Source = Pick<CallKeys, 'forView' | 'forAgent'>;

/**
 * The `_meta` that calls send to servers. Servers and workspaces need each other: this is made before the servers, and
 * learns of the workspaces when they are there. Until then calls take nothing along.
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
