import type { Command } from '../command-line/command.ts';
import type { Groups } from '../command-line/help.ts';
import { audit } from './audit.ts';
import { chat } from './chat/chat.ts';
import { doctor } from './doctor.ts';
import { addServer } from './servers/add.ts';
import { listServers } from './servers/list.ts';
import { login } from './servers/login.ts';
import { logout } from './servers/logout.ts';
import { serverLogs } from './servers/logs.ts';
import { removeServer } from './servers/remove.ts';
import { restartServer, startServer, stopServer } from './servers/run.ts';
import { archiveSession } from './sessions/archive.ts';
import { deleteSession } from './sessions/delete.ts';
import { exportSession } from './sessions/export.ts';
import { listSessionsCommand } from './sessions/list.ts';
import { showSession } from './sessions/show.ts';
import { callTool } from './tools/call.ts';
import { listTools } from './tools/list.ts';
import { addTrust, denyTrust, forgetTrust, listTrust } from './trust/trust.ts';

export const groups: Groups = {
  chat: chat.says,
  sessions: 'See, export, archive and delete sessions.',
  servers: 'Add, start, stop and sign in to MCP servers, and read what they write.',
  tools: 'See the tools of the servers and run one.',
  trust: 'Decide whose servers may run.',
  audit: audit.says,
  doctor: doctor.says,
};

export const catalogue: readonly Command[] = [
  chat,
  listSessionsCommand,
  showSession,
  exportSession,
  archiveSession,
  deleteSession,
  listServers,
  addServer,
  removeServer,
  startServer,
  stopServer,
  restartServer,
  serverLogs,
  login,
  logout,
  listTools,
  callTool,
  listTrust,
  addTrust,
  denyTrust,
  forgetTrust,
  audit,
  doctor,
];
