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

/** Tells what an agent has to offer in a chat, and what the chat is about; also after the turn. */
export interface Announcements {
  /** A title for the chat. Ignored once it has one, and if a View wrote the last message. */
  title(text: string): void;
  /** In place of the earlier list, and of those that describe the agent. */
  commands(list: readonly AgentCommand[]): void;
  /** In place of the earlier list. */
  options(list: readonly AgentOption[]): void;
}
