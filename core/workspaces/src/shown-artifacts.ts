/**
 * Which artifacts each client has on screen, as it says itself. A client that is away for a moment keeps what it showed,
 * and says it again when it is back. Nothing of it outlives the host.
 */
export class ShownArtifacts {
  readonly #byClient = new Map<string, ReadonlySet<string>>();

  /** Takes what the client shows from now on. Returns those that it showed before and that nobody shows any more. */
  show(client: string, artifacts: readonly string[]): readonly string[] {
    const before = this.#byClient.get(client) ?? new Set<string>();
    if (artifacts.length === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, new Set(artifacts));
    return [...before].filter((artifact) => !this.isShown(artifact));
  }

  isShown(artifact: string): boolean {
    return [...this.#byClient.values()].some((shown) => shown.has(artifact));
  }

  /** Forgets the clients that are gone. */
  keepOnly(isHere: (client: string) => boolean): void {
    for (const client of [...this.#byClient.keys()]) if (!isHere(client)) this.#byClient.delete(client);
  }
}
