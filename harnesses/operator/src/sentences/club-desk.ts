import type { WorkspaceContents } from '@loggia/sessions/harness';
import { desk, draft, one } from './desk.ts';

/** The desk of a sports club, for the last of the sentences that are held back. */
export const clubDesk: WorkspaceContents = {
  ...desk,
  artifacts: [
    one('members', 'Member list', 'csv', { collections: ['public'] }),
    one('fees', 'Membership fees 2026', 'table', draft),
    one('tournament', 'Summer tournament', 'board'),
    one('plan', 'Trainingsplan', 'document'),
    one('satzung', 'Vereinssatzung', 'document'),
    one('kasse', 'Kasse', 'table'),
    one('newsletter', 'Newsletter March', 'document', draft),
    one('map', 'Court map', 'image', { medium: 'image' }),
    one('todo', 'To do', 'board', draft),
    one('site', 'Website', 'json'),
  ],
  trash: [one('flyer', 'Old flyer', 'image', { medium: 'image' }), one('winter', 'Winterfest', 'board')],
  collections: [
    { id: 'public', title: 'Public' },
    { id: 'vorstand', title: 'Vorstand' },
  ],
  sessions: [
    { id: 'sponsor', title: 'New kit sponsor' },
    { id: 'halle', title: 'Hallenbelegung' },
  ],
};
