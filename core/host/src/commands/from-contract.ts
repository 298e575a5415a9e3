import type { Grant, Subject } from '@loggia/access';
import { artifactCaller, type Caller as ArtifactCaller } from '@loggia/artifacts';
import type { OperationsOf, ShortName } from '@loggia/protocol';
import type { z } from 'zod';
import type { ActTopic } from './recorded-acts.ts';
import { command, type Caller, type CommandDefinition, type ToolTraits } from './table.ts';

/** Our commands in the protocol's format. */
export type Contracts = Readonly<
  Record<
    `x-loggia/${string}`,
    { readonly says?: string; readonly params: z.ZodType; readonly result: z.ZodType }
  >
>;

type Parsed<Contract> = Contract extends { readonly params: infer Params extends z.ZodType }
  ? z.output<Params>
  : never;

/** The host's decisions about a command, in addition to the protocol's. */
export interface Row<Params> {
  /** If the protocol has no sentence. */
  readonly says?: string;
  readonly grant: Grant;
  readonly detached?: true;
  readonly reads?: NonNullable<CommandDefinition['reads']>;
  readonly subject?: (params: Params) => Subject;
  /** See `CommandDefinition`. */
  readonly topic?: (params: Params) => ActTopic;
  readonly tool?: ToolTraits;
}

export type Rows<Table extends Contracts> = {
  readonly [Name in keyof Table as ShortName<Name>]: Row<Parsed<Table[Name]>>;
};

/** The implementations, by command name. */
export type Operations<Table extends Contracts> = OperationsOf<Table, Caller>;

/** One row of the host's table for each command of a contract. */
export function commandsOf<Table extends Contracts>(
  contracts: Table,
  rows: Rows<Table>,
  operations: Operations<Table>,
): Record<string, CommandDefinition> {
  const loose = operations as Readonly<Record<string, (params: unknown, caller: Caller) => Promise<unknown>>>;
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { says, params, result }]) => {
      const short = name.slice('x-loggia/'.length);
      const row = (rows as Readonly<Record<string, Row<unknown>>>)[short];
      if (row === undefined) throw new Error(`Nobody has decided who may call ${name}.`);
      return [
        name,
        command({
          ...row,
          says: says ?? row.says,
          params,
          result,
          run: async (given, caller) => loose[short]?.(given, caller),
        }),
      ];
    }),
  );
}

/** An operation of the artifact service. */
type Named = (params: never, caller: ArtifactCaller) => Promise<unknown>;

/** Adapts a service that knows nothing of connections. */
export function byName<Table extends Contracts>(
  contracts: Table,
  service: Readonly<Record<ShortName<keyof Table>, Named>>,
): Operations<Table> {
  const loose = service as unknown as Readonly<
    Record<string, (params: unknown, caller: ArtifactCaller) => Promise<unknown>>
  >;
  return Object.fromEntries(
    Object.keys(contracts).map((name) => {
      const short = name.slice('x-loggia/'.length);
      const run = async (params: unknown, { principal }: Caller) =>
        loose[short]?.(params, artifactCaller(principal));
      return [short, run];
    }),
  ) as unknown as Operations<Table>;
}

export const reading: ToolTraits = { readOnly: true, destructive: false };
export const changing: ToolTraits = { readOnly: false, destructive: false };
export const destroying: ToolTraits = { readOnly: false, destructive: true };

export { stored } from './answers.ts';

export const ofLibrary = (): Subject => ({ library: true });
