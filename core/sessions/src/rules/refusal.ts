/** The reason for refusing an action, as a sentence for the person who sent it; undefined if the action is allowed. */
export type Refusal = string | undefined;

export interface Sender {
  readonly clientId: string;
}

/** The reason why a dispatched action was refused; only its sender gets it. */
export class ActionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ActionRefused';
  }
}
