/** How far agents may go in giving work to other agents. */
export interface DelegationLimits {
  /** How deep: 1 for chats that the user's own chats open, 2 for those that these open; 0 for none at all. */
  readonly depth: number;
  /** The number of opened chats that run in a session at a time. */
  readonly atOnce: number;
  /** The number of chats that follow from one message of the user, at all depths. */
  readonly perTurn: number;
  /** The tokens that those chats may use together, as far as their agents report them. */
  readonly tokens: number;
  /** The US dollars that they may cost together, as far as their agents report them. */
  readonly cost: number;
}

export const defaultDelegation: DelegationLimits = {
  depth: 3,
  atOnce: 8,
  perTurn: 32,
  tokens: 5_000_000,
  cost: 10,
};

export const noDelegation: DelegationLimits = { ...defaultDelegation, depth: 0 };
