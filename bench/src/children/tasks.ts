/** The tasks of a child process, by name. Inputs and answers are JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- tasks of all inputs are kept in one record
export type Tasks = Readonly<Record<string, (input: any) => Promise<unknown>>>;

export interface Asked {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

export interface Answered {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
