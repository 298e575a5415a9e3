import { Disconnected, type Extension } from '@loggia/client';

/** Commands for which it is enough to be allowed to read: carried out twice, they do no harm. */
const reading: ReadonlySet<Extension> = new Set<Extension>([
  'x-loggia/diffVersions',
  'x-loggia/explainType',
  'x-loggia/getArtifact',
  'x-loggia/linkAttachment',
  'x-loggia/linkContent',
  'x-loggia/listAllowances',
  'x-loggia/listArtifacts',
  'x-loggia/listAudit',
  'x-loggia/listCollections',
  'x-loggia/listCommits',
  'x-loggia/listDeliveries',
  'x-loggia/listRoots',
  'x-loggia/listServers',
  'x-loggia/listTemplates',
  'x-loggia/listTools',
  'x-loggia/listTrust',
  'x-loggia/listTypes',
  'x-loggia/listVersions',
  'x-loggia/listViewPolicies',
  'x-loggia/listWorkspaces',
  'x-loggia/openArtifact',
  'x-loggia/previewCommit',
  'x-loggia/readContent',
  'x-loggia/readWorkspaceSettings',
  'x-loggia/search',
  'x-loggia/serverLogs',
]);

/** One that was lost this often is more likely to be what ends the connection. */
const mostTimes = 3;

/**
 * Repeats a request that was lost with its connection, if that is harmless: it then waits for the next connection.
 * Requests that change something are not repeated.
 */
export async function askAgain<Result>(method: Extension, ask: () => Promise<Result>): Promise<Result> {
  for (let time = 1; ; time += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Disconnected) || !reading.has(method) || time === mostTimes) throw error;
    }
  }
}
