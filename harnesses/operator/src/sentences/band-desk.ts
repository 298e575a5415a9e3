import type { WorkspaceContents } from '@loggia/sessions/harness';
import { desk, draft, one } from './desk.ts';

/** The desk of a band, for the sentences that are held back. */
export const bandDesk: WorkspaceContents = {
  ...desk,
  artifacts: [
    one('setlist', 'Setlist tour', 'table'),
    one('lyrics', 'Lyrics', 'document', draft),
    one('gear', 'Gear', 'csv'),
    one('booking', 'Booking', 'board'),
    one('raum', 'Proberaum', 'document'),
    one('finanzen', 'Finanzen', 'table', draft),
    one('poster', 'Poster', 'image', { medium: 'image' }),
    one('rider', 'Rider', 'document', { collections: ['press'] }),
    one('merch', 'Merch ideas', 'board', draft),
  ],
  trash: [one('demo', 'Demo notes', 'document'), one('plakat', 'Altes Plakat', 'image', { medium: 'image' })],
  collections: [
    { id: 'press', title: 'Press' },
    { id: 'vertraege', title: 'Verträge' },
  ],
  sessions: [
    { id: 'album', title: 'Album release' },
    { id: 'koeln', title: 'Konzert in Köln' },
  ],
};
