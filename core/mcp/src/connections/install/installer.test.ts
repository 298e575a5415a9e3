import { describe, expect, it } from 'vitest';
import { installerOf } from './installer.ts';

const stdio = (line: string) => {
  const [command = '', ...args] = line.split(' ');
  return { kind: 'stdio', command, args, env: {} } as const;
};

describe('B14: a command that installs', () => {
  it.each([
    ['npx -y tickets', 'npx'],
    ['/usr/bin/npx tickets', 'npx'],
    ['npx.cmd tickets', 'npx'],
    ['npm exec --yes tickets', 'npm exec'],
    ['uvx tickets', 'uvx'],
    ['uv tool run tickets', 'uv'],
    ['bunx tickets', 'bunx'],
    ['pnpm dlx tickets', 'pnpm dlx'],
    ['yarn dlx -q tickets', 'yarn dlx'],
    ['docker run -i --rm tickets', 'docker'],
    ['pipx run tickets', 'pipx run'],
  ])('%s', (line, name) => {
    expect(installerOf(stdio(line))?.name).toBe(name);
  });

  it.each(['node server.js', 'npm start', 'docker exec -i tickets serve', 'pnpm start', 'python -m tickets'])(
    'not %s',
    (line) => {
      expect(installerOf(stdio(line))).toBeUndefined();
    },
  );
});
