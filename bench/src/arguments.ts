import { parseArgs } from 'node:util';

export interface Arguments {
  readonly json: boolean;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly help: boolean;
}

export const usage = `Usage: npm run bench -- [--only NAME]... [--json] [--strict]

Each benchmark measures the product and a baseline in the same run, and prints how they compare.

  --only NAME  only this one; may be given more than once
  --json       one object a line
  --strict     exit code 1 if a bound is not met
`;

/** Throws an Error with a sentence for unknown arguments. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values;
}
