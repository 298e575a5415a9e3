export {
  AuthorizationServer,
  type AuthorizationKnobs,
  type AuthorizationServerOptions,
  type NewClient,
} from './authorization-server.ts';
export { openLoopbackServer, type Answer, type LoopbackServer } from './loopback-server.ts';
export { ProtectedMcpServer, type ProtectedMcpServerOptions } from './protected-mcp-server.ts';
