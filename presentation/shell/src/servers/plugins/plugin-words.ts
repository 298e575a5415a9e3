import type { PluginOrigin } from '@loggia/protocol';

const formats: Readonly<Record<string, string>> = {
  'agent-plugins': 'Agent Plugins',
  'open-plugin': 'Open Plugin',
  claude: 'Claude plugin',
  copilot: 'Copilot plugin',
  bare: 'Folder of parts',
};

export function formatWord(format: string | undefined): string {
  return formats[format ?? ''] ?? 'Plugin';
}

/** Where a plugin came from, in one line. */
export function originWords(from: PluginOrigin): string {
  if (from.kind === 'folder') return from.path;
  const inside = from.inside === undefined ? '' : `, folder ${from.inside}`;
  if (from.kind === 'zip') return `${from.name ?? 'A .zip file'}${inside}`;
  if (from.kind !== 'git') return 'Elsewhere';
  const ref = from.ref === undefined ? '' : `, ${from.ref}`;
  const commit = from.commit === undefined ? '' : ` at ${from.commit.slice(0, 7)}`;
  return `${from.address}${ref}${inside}${commit}`;
}
