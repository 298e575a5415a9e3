import { reviewExtensions } from '@loggia/protocol';
import { reviewRecords, type ReviewedTools } from '@loggia/sessions';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

/** Not offered to agents: an agent must not be able to turn off the review of what it gets. */
const rows: Rows<typeof reviewExtensions> = {
  listReviews: { grant: 'read', reads: reviewRecords },
  setReview: { grant: 'admin' },
};

export function reviewCommands(reviewed: ReviewedTools): Record<string, CommandDefinition> {
  const operations: Operations<typeof reviewExtensions> = {
    listReviews: async () => ({ reviews: await reviewed.list(), configured: [...reviewed.configured] }),
    setReview: async ({ server, tool, review }) => {
      reviewed.set({ server, ...(tool !== undefined && { tool }) }, review ? 'review' : 'pass');
      return {};
    },
  };
  return commandsOf(reviewExtensions, rows, operations);
}
