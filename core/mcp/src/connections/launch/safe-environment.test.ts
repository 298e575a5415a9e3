import { describe, expect, it } from 'vitest';
import { safeEnvironment } from './safe-environment.ts';

describe('the environment of a process', () => {
  it('B13: on Windows has what programs need there, in whatever case it is written', () => {
    const host = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', SECRET: 'x' };
    expect(safeEnvironment(host, { OWN: '1' }, 'win32')).toEqual({
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      OWN: '1',
    });
  });

  it('B13: has no functions that a shell would take over', () => {
    expect(safeEnvironment({ PATH: '() { :; }; evil', LC_ALL: 'C' }, {}, 'linux')).toEqual({ LC_ALL: 'C' });
  });

  it('B4: what the definition says wins', () => {
    expect(safeEnvironment({ PATH: '/bin', HOME: '/root' }, { PATH: '/opt' }, 'linux')).toEqual({
      PATH: '/opt',
      HOME: '/root',
    });
  });
});
