import type { WorkspaceContents, HarnessTool } from '@loggia/sessions/harness';
import { desk, draft, one, reads, text, tool, tools } from './desk.ts';

/** The desk of an office, for the sentences that are held back. */
export const officeDesk: WorkspaceContents = {
  ...desk,
  artifacts: [
    one('roadmap', 'Product roadmap', 'board'),
    one('sprint', 'Sprint 14', 'board', draft),
    one('urlaub', 'Urlaubstage', 'table'),
    one('umsatz', 'Umsatz 2026', 'csv'),
    one('vertrag', 'Mietvertrag', 'document'),
    one('angebot', 'Angebot Müller GmbH', 'document', draft),
    one('faq', 'FAQ', 'document', { collections: ['intranet'] }),
    one('pitch', 'Pitch deck notes', 'document'),
    one('team', 'Team photo', 'image', { medium: 'image' }),
    one('inventory', 'Inventory', 'table', draft),
    one('config', 'Build config', 'json'),
    one('altlogo', 'Altes Logo', 'image', { state: 'archived', medium: 'image' }),
  ],
  trash: [one('bdraft', 'Budget draft', 'table'), one('fest', 'Sommerfest', 'document')],
  collections: [
    { id: 'intranet', title: 'Intranet' },
    { id: 'sales', title: 'Sales' },
  ],
  servers: [
    ...desk.servers,
    { id: 'currency', title: 'currency', state: 'ready' },
    { id: 'calendar', title: 'calendar', state: 'ready' },
  ],
  sessions: [
    { id: 'hiring', title: 'Hiring a designer' },
    { id: 'steuer', title: 'Steuerfragen' },
  ],
};

const strangers: readonly HarnessTool[] = [
  {
    ...tool(
      'convert_currency',
      'Converts an amount of money to another currency.',
      { amount: { type: 'number' }, from: text, to: text },
      ['amount', 'from', 'to'],
      { ...reads, title: 'Convert currency' },
    ),
    server: 'currency',
  },
  {
    ...tool(
      'create_event',
      'Creates an event in the calendar.',
      { title: text, date: { ...text, format: 'date' } },
      ['title', 'date'],
      { title: 'Create an event', readOnly: false },
    ),
    server: 'calendar',
  },
];

export const officeTools: readonly HarnessTool[] = [...tools, ...strangers];
