export { openEngine, type Engine, type EngineOptions, type EngineParts } from './compose/engine.ts';
export type { EngineBase } from './compose/base.ts';
export { startHost, type HostOptions, type RunningHost } from './host.ts';
export { closings, type Frame, type Link, type LinkHandler } from './wire/link.ts';
export { defaultWireLimits, type WireLimits } from './wire/limits.ts';
export { SocketServer, type SocketServerOptions } from './http/socket-server.ts';
