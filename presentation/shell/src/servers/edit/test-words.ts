import type { ConnectionTest } from '@loggia/protocol';

/** “13 tools, 4 prompts and 7 resources”, without those that number zero. */
export function foundWords({ tools = [], prompts = [], resources = [] }: ConnectionTest): string {
  const counted = [
    [tools.length, 'tool'],
    [prompts.length, 'prompt'],
    [resources.length, 'resource'],
  ] as const;
  const words = counted.flatMap(([count, noun]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`],
  );
  return words.length === 0 ? 'no tools, prompts or resources' : new Intl.ListFormat('en-US').format(words);
}

export function versionWords({ version, protocolVersion }: ConnectionTest): string {
  const parts = [
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(protocolVersion === undefined ? [] : [`MCP ${protocolVersion}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The server's own name, made unique among the servers. */
export function nameFound({ title, name }: ConnectionTest, taken: readonly string[]): string | undefined {
  const said = (title ?? name ?? '').trim().slice(0, 190);
  return said === '' ? undefined : freeName(said, taken);
}

/** The name, with a number where others have it. */
export function freeName(name: string, taken: readonly string[]): string {
  const wanted = name === '' ? 'Server' : name;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
