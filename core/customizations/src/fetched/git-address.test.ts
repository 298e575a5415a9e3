import { expect, test } from 'vitest';
import { gitAddress, gitRef } from './git-address.ts';

test.each([
  ['https://example.com/team/tools.git', 'https', 'tools'],
  ['ssh://git@example.com:2222/team/tools', 'ssh', 'tools'],
  ['git://example.com/tools/', 'git', 'tools'],
  ['git@example.com:team/tools.git', 'ssh', 'tools'],
  ['example.com:tools', 'ssh', 'tools'],
  ['/srv/repositories/tools.git', 'file', 'tools'],
])('D3: Git may be given %s, and uses nothing but %s for it', (address, protocols, name) => {
  expect(gitAddress(` ${address} `)).toEqual({ address, shown: address, protocols, name });
});

test.each([
  '--upload-pack=touch /tmp/x',
  '-u/tmp/x',
  'ext::sh -c touch% /tmp/x',
  'fd::7',
  'https::https://example.com/x',
  'file:///srv/repositories/tools.git',
  'FILE:///srv/x',
  'http://example.com/tools.git',
  'ftp://example.com/tools.git',
  'https://-oProxyCommand=x/y',
  'ssh://-oProxyCommand=x/y',
  '-oProxyCommand=x:y',
  'git@-oProxyCommand=x:y',
  'git@example.com:--upload-pack=x',
  'https://example.com/a\nb',
  'https://user:secret@example.com/tools.git',
  'tools',
  './tools',
  '',
])('H5: Git is never given %j', (address) => {
  expect(() => gitAddress(address)).toThrow(
    expect.objectContaining({ name: 'FetchRefused', message: expect.not.stringContaining('secret') }),
  );
});

test('B13: the name of a user, which may be a token, is not shown', () => {
  expect(gitAddress('https://token@example.com/tools.git')).toMatchObject({
    address: 'https://token@example.com/tools.git',
    shown: 'https://example.com/tools.git',
  });
});

test('H5: a branch or tag is nothing else', () => {
  for (const ref of ['main', 'release/1.0', 'v1.2.3', 'a_b+c']) expect(gitRef(ref)).toBe(ref);
  for (const ref of ['--upload-pack=x', '-b', 'a..b', 'a b', 'refs:heads', 'a^', '', '@{u}', 'x.lock'])
    expect(() => gitRef(ref)).toThrow(expect.objectContaining({ name: 'FetchRefused' }));
});
