import { parseArgs } from 'node:util';

export interface Arguments {
  readonly json: boolean;
  readonly strict: boolean;
  readonly only: readonly string[];
}

export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  return values;
}
