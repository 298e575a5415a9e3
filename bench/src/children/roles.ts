/** The roles of child processes. Each opens what it needs and returns its tasks. */
export const roles = {
  'counting client': async () => (await import('../wire/counting-client.ts')).openCountingClient(),
  'fan-out host': async () => (await import('../fan-out/host.ts')).openFanOutHost(),
  'fan-out bare': async () => (await import('../fan-out/bare.ts')).openFanOutBare(),
  'kernel chat': async () => (await import('../chat/kernel-chat.ts')).openKernelChat(),
  'append raw': async () => (await import('../durable-appends/raw.ts')).openAppendRaw(),
  'stored sessions': async () => (await import('../start/stored-sessions.ts')).openStoredSessions(),
  'paced provider': async () => (await import('../streaming/paced-provider.ts')).openPacedProvider(),
  'terminal bare': async () => (await import('../terminals/bare.ts')).openTerminalBare(),
  'reconnect host': async () => (await import('../reconnect/host.ts')).openReconnectHost(),
  'reconnect bare': async () => (await import('../reconnect/bare.ts')).openReconnectBare(),
};

export type RoleName = keyof typeof roles;
export type TasksOf<Name extends RoleName> = Awaited<ReturnType<(typeof roles)[Name]>>;
