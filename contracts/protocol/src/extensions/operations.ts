import type { z } from 'zod';

/** The name of one of our commands without its prefix. */
export type ShortName<Name> = Name extends `x-loggia/${infer Rest}` ? Rest : never;

type Parsed<Contract> = Contract extends { readonly params: infer Params extends z.ZodType }
  ? z.output<Params>
  : never;

/** The implementations of a contract's commands. `Caller` has what they need to know about the caller. */
export type OperationsOf<Contracts, Caller> = {
  readonly [Name in keyof Contracts as ShortName<Name>]: (
    params: Parsed<Contracts[Name]>,
    caller: Caller,
  ) => Promise<unknown>;
};
