import { describe, expect, test } from 'vitest';
import { leadsTo, type OwnAddress } from './own-address.ts';

const local: OwnAddress = { shell: 'http://127.0.0.1:5644', port: 5644, isServed: () => false };
const names = new Set(['loggia.example', 'loggia.example:443', 'second.example', 'second.example:443']);
const proxied: OwnAddress = {
  shell: 'https://loggia.example',
  port: 5644,
  isServed: (authority) => names.has(authority),
};

describe('the host under another name', () => {
  test.each([
    'http://127.0.0.1:5644',
    '127.0.0.1:5644',
    'http://localhost:5644',
    'http://LOCALHOST:5644',
    'http://localhost.:5644',
    'http://127.0.0.1:05644',
    'http://127.0.0.1:0005644',
    'http://127.0.0.2:5644',
    'http://127.1:5644',
    'http://127.255.255.254:5644',
    'http://0.0.0.0:5644',
    'http://0:5644',
    'http://2130706433:5644',
    'http://0x7f000001:5644',
    'http://0x7f.1:5644',
    'http://0177.0.0.1:5644',
    'http://[::1]:5644',
    'http://[::]:5644',
    'http://[::ffff:127.0.0.1]:5644',
    'http://[0:0:0:0:0:0:0:1]:5644',
    'wss://localhost:5644',
    'http://anything.localhost:5644',
  ])('E3: %s is the host at this machine', (source) => {
    expect(leadsTo(local, source)).toBe(true);
  });

  test.each([
    'https://loggia.example',
    'https://loggia.example:443',
    'https://loggia.example:0443',
    'wss://loggia.example',
    'loggia.example',
    'https://second.example',
    'https://*.example',
    'http://localhost:5644',
    'http://127.0.0.1:5644',
  ])('E3: %s is the host behind a proxy', (source) => {
    expect(leadsTo(proxied, source)).toBe(true);
  });

  test.each([
    'http://localhost:3001',
    'http://127.0.0.1:9000',
    'http://localhost',
    'https://api.example:5644',
    'http://128.0.0.1:5644',
    'http://127.0.0.1.example:5644',
    'http://localhost.example:5644',
    'https://*.example.com',
  ])('E3: %s is somebody else', (source) => {
    expect(leadsTo(local, source)).toBe(false);
  });

  test.each([
    'https://api.example',
    'http://loggia.example',
    'https://loggia.example:8443',
    'https://*.loggia.example',
  ])('E3: %s is somebody else, behind a proxy, too', (source) => {
    expect(leadsTo(proxied, source)).toBe(false);
  });
});
