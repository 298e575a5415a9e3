import { expect, test } from 'vitest';
import { readAuthor, writeAuthor } from './author.ts';

test('SE15: an author says who acted and on whose behalf, and reads back as it was written', () => {
  for (const [author, text] of [
    [{ person: 'local' }, 'local'],
    [{ person: 'local', actor: { kind: 'agent' } }, 'local via agent'],
    [{ person: 'local', actor: { kind: 'view', name: 'Board' } }, 'local via view Board'],
    [{ person: 'local', actor: { kind: 'handler', name: 'My notes' } }, 'local via handler My notes'],
    [
      { person: 'local', actor: { kind: 'view', name: 'Board', server: 'Boards and more' } },
      'local via view Board through Boards and more',
    ],
    [{ person: 'local', actor: { kind: 'agent', server: 'Boards' } }, 'local via agent through Boards'],
    [
      { person: 'local', actor: { kind: 'agent', name: 'Operator', server: 'A through b' } },
      'local via agent Operator through A through b',
    ],
    [{ person: 'local', actor: { kind: 'key', name: 'ci through b' } }, 'local via key ci through b'],
    [{ person: 'local', actor: { kind: 'key' } }, 'local via key'],
    [{ person: 'local', actor: { kind: 'handler', name: 'A through b' } }, 'local via handler A through b'],
    [
      { person: 'local', actor: { kind: 'handler', name: 'a via agent b' } },
      'local via handler a via agent b',
    ],
  ] as const) {
    expect(writeAuthor(author)).toBe(text);
    expect(readAuthor(text)).toEqual(author);
  }
});

test('SE15: the name of an agent or a View does not pass for the server behind it', () => {
  for (const name of ['Evil through Boards', 'through Boards'])
    expect(
      readAuthor(writeAuthor({ person: 'local', actor: { kind: 'view', name, server: 'Evil' } })),
    ).toEqual({
      person: 'local',
      actor: { kind: 'view', name: name.replace('through', 'thru'), server: 'Evil' },
    });
});

test('SE15: the name of a server stays one short line, whatever it is', () => {
  const nasty = { kind: 'handler', name: '\u202Eevil\n\u0000 name  '.padEnd(500, 'x') } as const;
  const text = writeAuthor({ person: 'local', actor: nasty });
  expect(text).toMatch(/^local via handler evil name x+$/);
  expect(text.length).toBeLessThan(110);
});
