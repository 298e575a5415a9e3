// Separate from index.ts, so that the client's own tests don't load the host.
export { ClientRig } from './client-rig.ts';
export { LinkedTransport } from './linked-transport.ts';
export { LinkedNetwork } from './linked-transport-network.ts';
export { ManualEnvironment } from './manual-environment.ts';
export { ScriptedHost } from './scripted-host.ts';
