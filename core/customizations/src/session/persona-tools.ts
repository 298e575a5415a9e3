/** A tool that is offered to agents, and its server. */
export interface KnownTool {
  /** The name under which it is offered. */
  readonly name: string;
  readonly serverName: string;
  /** The server's name for it. */
  readonly ownName: string;
}

/**
 * The offered tools that an agent's file lists in `tools`. Files are written for many hosts: a tool can be named as it
 * is offered, as its server calls it, or with its server in one of the usual ways (`server/tool`, `server.tool`,
 * `mcp__server__tool`), and `*` or the server alone stands for all. Unknown names are left out: the list was meant to
 * restrict.
 */
export function toolsOfPersona(wanted: readonly string[], known: readonly KnownTool[]): string[] {
  if (wanted.includes('*')) return ['*'];
  const patterns = wanted.map(fold);
  return known
    .filter((tool) => waysToName(tool).some((way) => patterns.includes(fold(way))))
    .map(({ name }) => name);
}

function waysToName({ name, serverName, ownName }: KnownTool): string[] {
  const tools = [ownName, '*'];
  return [
    name,
    ownName,
    serverName,
    ...tools.flatMap((tool) => [
      `${serverName}/${tool}`,
      `${serverName}.${tool}`,
      `mcp__${serverName}__${tool}`,
    ]),
  ];
}

/** Spelling differs between hosts: case, spaces, dashes. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '-');
}
