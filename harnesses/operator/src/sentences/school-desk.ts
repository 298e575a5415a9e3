import type { WorkspaceContents } from '@loggia/sessions/harness';
import { desk, draft, one } from './desk.ts';

/** The desk of a teacher. */
export const schoolDesk: WorkspaceContents = {
  ...desk,
  artifacts: [
    one('grades', 'Grades 9b', 'table', draft),
    one('seating', 'Seating plan', 'image', { medium: 'image' }),
    one('trip', 'Class trip Rome', 'board'),
    one('parents', 'Letter to parents', 'document', draft),
    one('noten', 'Notenspiegel', 'csv'),
    one('stunden', 'Stundenplan', 'table'),
    one('eltern', 'Elternabend', 'document', { collections: ['staff'] }),
    one('projekt', 'Projektwoche', 'board', draft),
    one('quiz', 'Quiz questions', 'json'),
    one('syllabus', 'Syllabus', 'document', { collections: ['staff'] }),
    one('library', 'Library books', 'csv'),
  ],
  trash: [one('exam', 'Exam draft', 'document'), one('wandertag', 'Wandertag', 'board')],
  collections: [
    { id: 'staff', title: 'Staff room' },
    { id: 'material', title: 'Material' },
  ],
  sessions: [
    { id: 'rome', title: 'Hotels in Rome' },
    { id: 'zeugnis', title: 'Zeugnisse schreiben' },
  ],
};
