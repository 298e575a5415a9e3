import type { WorkspaceContents, HarnessTool } from '@loggia/sessions/harness';
import { desk, draft, one, reads, text, tool, tools } from './desk.ts';

/** The desk of somebody else: other titles, two languages, and servers that the rules were not written for. */
export const homeDesk: WorkspaceContents = {
  ...desk,
  artifacts: [
    one('portugal', 'Portugal trip 2027', 'board', draft),
    one('reise', 'Reiseplanung', 'document'),
    one('coffee', 'Coffee prices', 'table'),
    one('einkauf', 'Einkaufsliste', 'board'),
    one('kunden', 'Kunden', 'csv'),
    one('invoices', 'Invoices', 'table', draft),
    one('haushalt', 'Haushaltsbuch', 'table'),
    one('ideen', 'Ideen', 'document', draft),
    one('welcome', 'Welcome letter', 'document'),
    one('protokoll', 'Protokoll vom 3. Mai', 'document', { collections: ['wiki'] }),
    one('logo', 'Logo blue', 'image', { medium: 'image' }),
    one('grundriss', 'Grundriss', 'image', { medium: 'image' }),
    one('settings', 'App settings', 'json'),
    one('retro', 'Retro', 'board'),
    one('minutes', 'Meeting minutes', 'document', { collections: ['wiki'] }),
    one('alt', 'Alte Steuererklärung', 'document', { state: 'archived' }),
  ],
  trash: [one('playlist', 'Wedding playlist', 'document'), one('garten', 'Garten', 'board')],
  collections: [
    { id: 'wiki', title: 'Team wiki' },
    { id: 'rezepte', title: 'Rezepte' },
  ],
  servers: [
    ...desk.servers,
    { id: 'weather', title: 'weather', state: 'ready' },
    { id: 'mail', title: 'mail', state: 'ready' },
  ],
  sessions: [
    { id: 'dinner', title: 'Dinner with Ana' },
    { id: 'umzug', title: 'Umzug nach Leipzig' },
  ],
};

const strangers: readonly HarnessTool[] = [
  {
    ...tool(
      'get_forecast',
      'Weather forecast for a city.',
      { city: text, days: { type: 'integer' } },
      ['city'],
      { ...reads, title: 'Weather forecast' },
    ),
    server: 'weather',
  },
  {
    ...tool(
      'send_message',
      'Sends a mail to somebody.',
      { to: { ...text, format: 'email' }, subject: text, body: text },
      ['to', 'subject', 'body'],
      { title: 'Send a mail' },
    ),
    server: 'mail',
  },
];

export const homeTools: readonly HarnessTool[] = [...tools, ...strangers];
