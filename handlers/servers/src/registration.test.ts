import { describe, expect, it } from 'vitest';
import { openSecrets } from './registration.ts';

describe('secrets', () => {
  it('are named where they are written out', () => {
    expect(
      openSecrets({
        env: { API_KEY: 'abc', GH_TOKEN: '${GH_TOKEN}', MODE: 'x', PASSWORD: '' },
        headers: { Authorization: 'Bearer abc', 'X-Team': 'blue', Cookie: 'a=${A}' },
      }),
    ).toEqual(['API_KEY', 'Authorization']);
  });
});
