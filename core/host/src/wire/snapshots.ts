/** The text of states that clients subscribe to. A state that many request is serialized once. */
export class SnapshotTexts {
  readonly #texts = new WeakMap<object, string>();

  snapshot(resource: string, state: object, fromSeq: number): string {
    return `{"resource":${JSON.stringify(resource)},"state":${this.#text(state)},"fromSeq":${fromSeq}}`;
  }

  #text(state: object): string {
    const known = this.#texts.get(state);
    if (known !== undefined) return known;
    const text = JSON.stringify(state);
    this.#texts.set(state, text);
    return text;
  }
}
