import { expect, test } from 'vitest';
import { chooseServer } from './choose-server.ts';

const resource = 'https://api.example';
const named = [
  { server: 'id-1', serverName: 'Files' },
  { server: 'id-2', serverName: 'Mail' },
];

test('B10: a token goes to the only server, or to the only one that waits for it', () => {
  expect(chooseServer(resource, ['id-1'], [], named)).toBe('id-1');
  expect(chooseServer(resource, ['id-1', 'id-2'], ['id-2'], named)).toBe('id-2');
});

test('B10: where several are possible, the refusal names them, with what to send', () => {
  expect(() => chooseServer(resource, ['id-1', 'id-2', 'id-3'], [], named)).toThrow(
    'Several servers name the resource "https://api.example": "Files" ("id-1"), "Mail" ("id-2"), "id-3".',
  );
});
