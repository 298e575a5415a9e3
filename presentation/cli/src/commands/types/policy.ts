import { defineCommand, type Command } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { findServer, visitHost, type Visit } from '../visit.ts';

/** Servers are decided about by their id, which stays while names change. */
async function serverMeant(visit: Visit, wanted: string): Promise<{ id: string; name: string }> {
  const { id, name } = await findServer(visit, wanted, undefined);
  return { id, name: printableLine(name) };
}

export const openWith = defineCommand({
  path: ['types', 'open-with'],
  says: 'Choose what opens a content type: a server, "builtin", or "default" to clear the choice.',
  takes: ['TYPE', 'SERVER'],
  options: {},
  examples: [
    ['loggia types open-with CATEGORY/SUBTYPE table', 'One of those that "loggia types explain" lists'],
    ['loggia types open-with CATEGORY/SUBTYPE default', 'Back to the default'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [type = '', wanted = ''] = given.words;
      const isOwn = wanted === 'builtin' || wanted === 'default';
      const server = isOwn ? undefined : await serverMeant(visit, wanted);
      const choice = server?.id ?? (wanted === 'builtin' ? 'builtin' : null);
      await visit.link.ask('x-loggia/setTypePolicy', { type, openWith: choice });
      visit.printer.document({ type, openWith: choice });
      visit.printer.sentence(
        choice === null
          ? `The choice for ${type} was cleared.`
          : `${type} opens with ${server === undefined ? 'the built-in viewer' : `"${server.name}"`} now, where that can open it.`,
      );
      return 'done';
    }),
});

export const prefer = defineCommand({
  path: ['types', 'prefer'],
  says: 'Choose which server owns a content type: the first available one in the list.',
  takes: ['TYPE', 'SERVER', 'SERVER…'],
  options: {},
  more: 'Use "default" instead of a server to clear the choice.',
  examples: [
    ['loggia types prefer CATEGORY/SUBTYPE acme other', 'acme, or other where acme is missing'],
    ['loggia types prefer CATEGORY/SUBTYPE default', 'Clear the choice'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [type = '', ...wanted] = given.words;
      const forgets = wanted.includes('default');
      if (forgets && wanted.length > 1) throw wrongUsage('Write "default" alone, or name servers.');
      const servers: { id: string; name: string }[] = [];
      for (const one of forgets ? [] : wanted) servers.push(await serverMeant(visit, one));
      const precedence = servers.map(({ id }) => id);
      await visit.link.ask('x-loggia/setTypePolicy', { type, precedence });
      visit.printer.document({ type, precedence });
      visit.printer.sentence(
        forgets
          ? `The choice for ${type} was cleared.`
          : `${type} belongs to ${servers.map(({ name }) => `"${name}"`).join(', else ')}.`,
      );
      return 'done';
    }),
});

function decides(
  word: 'trust' | 'distrust',
  decision: 'trusted' | 'untrusted',
  says: string,
  done: (name: string) => string,
): Command {
  return defineCommand({
    path: ['types', word],
    says,
    takes: ['SERVER'],
    options: { undo: { kind: 'switch', says: 'Remove the decision' } },
    examples: [[`loggia types ${word} table`, 'By its name or id']],
    run: (given, world) =>
      visitHost(given, world, async (visit) => {
        const server = await serverMeant(visit, given.words[0] ?? '');
        const chosen = given.options.undo ? 'undecided' : decision;
        await visit.link.ask('x-loggia/setTypePolicy', { trust: { server: server.id, decision: chosen } });
        visit.printer.document({ server: server.id, decision: chosen });
        visit.printer.sentence(
          chosen === 'undecided'
            ? `The decision about "${server.name}" was removed.`
            : done(`"${server.name}"`),
        );
        return 'done';
      }),
  });
}

export const trustServer = decides(
  'trust',
  'trusted',
  'Trust a server with standard content types, so that it can be chosen to open them.',
  (name) => `${name} is trusted with standard types. Choose it with "loggia types open-with".`,
);

export const distrustServer = decides(
  'distrust',
  'untrusted',
  'Trust a server only with types of its own vendor.',
  (name) => `${name} is not trusted with standard types. Its claims to them are ignored.`,
);

function grants(word: 'grant' | 'revoke', says: string, takes: readonly string[]): Command {
  return defineCommand({
    path: ['types', word],
    says,
    takes,
    options: {},
    examples: [
      [`loggia types ${word} ${takes.length > 1 ? 'desk servers' : 'desk'}`, 'A server by its name'],
    ],
    run: (given, world) =>
      visitHost(given, world, async (visit) => {
        const [wanted = '', permission = 'servers'] = given.words;
        if (permission !== 'servers') {
          throw wrongUsage(`There is no permission "${permission}". The only one is "servers".`);
        }
        const server = await serverMeant(visit, wanted);
        const permissions = word === 'grant' ? (['servers'] as const) : [];
        await visit.link.ask('x-loggia/setTypePolicy', {
          grants: { server: server.id, permissions: [...permissions] },
        });
        visit.printer.document({ server: server.id, permissions });
        visit.printer.sentence(
          word === 'grant'
            ? `Handlers of "${server.name}" may add, remove, start and stop MCP servers.`
            : `Handlers of "${server.name}" can only reach the artifact that a call is about.`,
        );
        return 'done';
      }),
  });
}

export const grantPermission = grants(
  'grant',
  'Give the handlers of a server a permission beyond the artifact that a call is about.',
  ['SERVER', 'servers'],
);

export const revokePermission = grants('revoke', 'Revoke the permissions of a server’s handlers.', [
  'SERVER',
]);
