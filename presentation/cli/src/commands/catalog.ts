import type { Command } from '../command-line/command.ts';
import type { Groups } from '../command-line/help.ts';
import { addAgent } from './agents/add.ts';
import { listAgentCatalog } from './agents/catalog.ts';
import { editAgent } from './agents/edit.ts';
import { listAgents } from './agents/list.ts';
import { signInAgent } from './agents/sign-in.ts';
import { removeAgent } from './agents/remove.ts';
import { testAgent } from './agents/test.ts';
import { listBrowsers, revokeBrowser } from './access/browsers.ts';
import { createKey, listKeys, revokeKey } from './access/keys.ts';
import { open } from './access/open.ts';
import { rotateToken } from './access/token.ts';
import { copyArtifacts, moveArtifacts } from './artifacts/between-workspaces.ts';
import { catArtifact } from './artifacts/cat.ts';
import { commitArtifacts } from './artifacts/commit.ts';
import { createArtifact } from './artifacts/create.ts';
import { editArtifact } from './artifacts/edit.ts';
import { diffArtifact, logArtifact, restoreArtifact } from './artifacts/history.ts';
import { listArtifacts } from './artifacts/list.ts';
import {
  archiveArtifacts,
  deleteArtifacts,
  purgeArtifacts,
  unarchiveArtifacts,
  undeleteArtifacts,
} from './artifacts/move.ts';
import { openArtifact } from './artifacts/open.ts';
import { publishArtifacts, unpublishArtifacts } from './artifacts/publish.ts';
import { showArtifact } from './artifacts/show.ts';
import { audit } from './audit.ts';
import { diffChanges, keepChanges, listChanges, revertChanges } from './changes/changes.ts';
import { chat } from './chat/chat.ts';
import {
  createCollection,
  deleteCollection,
  listCollections,
  renameCollection,
  showCollection,
} from './collections/collections.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { discardEvents, listEvents, replayEvents } from './events/events.ts';
import { addModels } from './models/add.ts';
import { listModels } from './models/list.ts';
import { removeModels } from './models/remove.ts';
import { testModels } from './models/test.ts';
import { useModels } from './models/use.ts';
import {
  addPlugin,
  disablePlugin,
  enablePlugin,
  listPlugins,
  removePlugin,
  updatePlugin,
} from './plugins/plugins.ts';
import { restore } from './restore.ts';
import { addReview, listReviews, removeReview } from './reviews/reviews.ts';
import { search } from './search.ts';
import { addServer } from './servers/add.ts';
import { approveServer, declineServer } from './servers/approve.ts';
import { editServer } from './servers/edit.ts';
import { listServers } from './servers/list.ts';
import { login } from './servers/login.ts';
import { logout } from './servers/logout.ts';
import { serverLogs } from './servers/logs.ts';
import { removeServer } from './servers/remove.ts';
import { restartServer, startServer, stopServer } from './servers/run.ts';
import { disableServer, enableServer } from './servers/turn-servers.ts';
import { archiveSession } from './sessions/archive.ts';
import { deleteSession } from './sessions/delete.ts';
import { exportSession } from './sessions/export.ts';
import { listSessionsCommand } from './sessions/list.ts';
import { sessionSettings } from './sessions/settings.ts';
import { showSession } from './sessions/show.ts';
import { callTool } from './tools/call.ts';
import { listTools } from './tools/list.ts';
import { addTrust, denyTrust, forgetTrust, listTrust, reviewTrust } from './trust/trust.ts';
import {
  distrustServer,
  grantPermission,
  openWith,
  prefer,
  revokePermission,
  trustServer,
} from './types/policy.ts';
import { explainType, listTypes } from './types/types.ts';
import { workspaceSettings } from './workspaces/settings.ts';
import {
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  renameWorkspace,
} from './workspaces/workspaces.ts';

export const groups: Groups = {
  open: open.says,
  chat: chat.says,
  sessions: 'List, export, archive and delete sessions, and choose their tools.',
  changes: 'List, compare, keep and revert what sessions changed in files.',
  artifacts: 'Create, edit, commit, publish, move and delete artifacts.',
  search: search.says,
  workspaces: 'List, create and delete workspaces.',
  collections: 'List, create and delete collections.',
  types: 'List content types and choose what handles them.',
  events: 'List undelivered events and retry them.',
  models: 'Connect, test and remove models.',
  agents: 'Add, test and remove agents that run as programs of their own.',
  servers: 'Add, edit, start, stop and sign in to MCP servers, and read their logs.',
  plugins: 'Add, update and remove plugins.',
  tools: 'List the servers’ tools and run one.',
  reviews: 'Choose the results that wait for you before agents get them.',
  trust: 'Decide which folders and plugins may run servers.',
  browsers: 'List signed-in browsers and sign one out.',
  keys: 'Create, list and revoke API keys for programs.',
  token: 'Replace the token of the host.',
  audit: audit.says,
  doctor: doctor.says,
  backup: backup.says,
  restore: restore.says,
};

export const catalog: readonly Command[] = [
  open,
  chat,
  listSessionsCommand,
  showSession,
  exportSession,
  sessionSettings,
  archiveSession,
  deleteSession,
  listChanges,
  diffChanges,
  keepChanges,
  revertChanges,
  listArtifacts,
  showArtifact,
  createArtifact,
  editArtifact,
  catArtifact,
  commitArtifacts,
  diffArtifact,
  logArtifact,
  restoreArtifact,
  moveArtifacts,
  copyArtifacts,
  archiveArtifacts,
  unarchiveArtifacts,
  deleteArtifacts,
  undeleteArtifacts,
  purgeArtifacts,
  openArtifact,
  publishArtifacts,
  unpublishArtifacts,
  search,
  listWorkspaces,
  createWorkspace,
  renameWorkspace,
  workspaceSettings,
  deleteWorkspace,
  listCollections,
  showCollection,
  createCollection,
  renameCollection,
  deleteCollection,
  listTypes,
  explainType,
  openWith,
  prefer,
  trustServer,
  distrustServer,
  grantPermission,
  revokePermission,
  listEvents,
  replayEvents,
  discardEvents,
  listModels,
  addModels,
  testModels,
  useModels,
  removeModels,
  listAgents,
  listAgentCatalog,
  addAgent,
  testAgent,
  editAgent,
  signInAgent,
  removeAgent,
  listServers,
  addServer,
  editServer,
  removeServer,
  approveServer,
  declineServer,
  startServer,
  stopServer,
  enableServer,
  disableServer,
  restartServer,
  serverLogs,
  login,
  logout,
  listPlugins,
  addPlugin,
  updatePlugin,
  enablePlugin,
  disablePlugin,
  removePlugin,
  listTools,
  callTool,
  listReviews,
  addReview,
  removeReview,
  listTrust,
  reviewTrust,
  addTrust,
  denyTrust,
  forgetTrust,
  listBrowsers,
  revokeBrowser,
  createKey,
  listKeys,
  revokeKey,
  rotateToken,
  audit,
  doctor,
  backup,
  restore,
];
