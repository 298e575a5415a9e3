import { expect, test } from 'vitest';
import { connectionAllowlist } from './connection-allowlist.ts';

test('E3: beside its own page a View connects to what it declares, in whatever way', () => {
  expect(connectionAllowlist(undefined)).toBe('(response-origin);redirects=allow');
  const declared = {
    connectDomains: ['https://api.example', 'wss://live.example:8443'],
    resourceDomains: ['*.cdn.example', 'https://api.example'],
    frameDomains: ['http://video.example'],
    baseUriDomains: ['https://base.example'],
  };
  expect(connectionAllowlist(declared)).toBe(
    '(response-origin "https://api.example" "https://live.example:8443" "http://*.cdn.example" "https://*.cdn.example" "http://video.example" "https://video.example");redirects=allow',
  );
});
