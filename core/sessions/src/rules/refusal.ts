/** Why an action is refused, in a sentence for the person who sent it; undefined lets it pass. */
export type Refusal = string | undefined;

export interface Sender {
  readonly clientId: string;
}

/** Why a dispatched action does not count; goes back to its sender only. */
export class ActionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ActionRefused';
  }
}
