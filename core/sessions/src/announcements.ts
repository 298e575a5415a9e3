/** Something that the agent itself does when a message begins with a slash and this name. */
export interface AgentCommand {
  readonly name: string;
  readonly description: string;
}

/** A setting of the agent itself, such as its mode or its model, which the user can change at any time. */
export interface AgentOption {
  /** Unique among the agent's options. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly value: OptionValue;
  /** The value in a conversation that has just begun, if it is known. */
  readonly initial?: OptionValue;
  /** Absent if it is on or off. */
  readonly choices?: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
}

export type OptionValue = string | boolean;

/** Tells what an agent has to offer in a chat. Each list replaces the one before. Both can be told after the turn, too. */
export interface Announcements {
  /** In place of those that describe the agent. */
  commands(list: readonly AgentCommand[]): void;
  options(list: readonly AgentOption[]): void;
}
