/** An option of a command. `value` is how help names what follows it; without one it is a switch. */
export type Option =
  | { readonly kind: 'switch'; readonly says: string }
  | {
      readonly kind: 'text' | 'texts' | 'count';
      readonly value: string;
      readonly says: string;
      readonly example: string;
    };

export type OptionTable = Readonly<Record<string, Option>>;

type ValueOf<One extends Option> = One['kind'] extends 'switch'
  ? boolean
  : One['kind'] extends 'texts'
    ? readonly string[]
    : One['kind'] extends 'count'
      ? number | undefined
      : string | undefined;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

/** The options of every command. A command's own option of the same name wins. */
export const commonOptions = {
  data: {
    kind: 'text',
    value: 'DIR',
    says: 'Data directory of the host (also LOGGIA_DATA)',
    example: '--data ./data',
  },
  url: {
    kind: 'text',
    value: 'URL',
    says: 'Connect to this host instead of the one in the data directory (also LOGGIA_URL)',
    example: '--url ws://127.0.0.1:5644/ahp',
  },
  token: {
    kind: 'text',
    value: 'TOKEN',
    says: 'Token for --url. Other users can see it in the process list, so prefer LOGGIA_TOKEN',
    example: '--token abc123',
  },
  json: { kind: 'switch', says: 'Print one JSON document' },
  help: { kind: 'switch', says: 'Show help and exit' },
} as const satisfies OptionTable;
