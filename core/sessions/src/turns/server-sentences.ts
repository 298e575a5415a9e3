export function waitingSentence(servers: readonly string[]): string {
  if (servers.length === 0) return 'Waiting for servers…';
  return `Waiting for ${servers.length === 1 ? 'server' : 'servers'} ${listed(servers)}…`;
}

/** For a turn that begins without the tools of these servers. */
export function missingSentence(servers: readonly string[]): string {
  const [are, they] = servers.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  return `The agent begins without the tools of ${listed(servers)}, which ${are} still starting. It gets them as soon as ${they} ready.`;
}

function listed([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`;
}
