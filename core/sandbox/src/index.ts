export { createSandboxOrigins, type SandboxOrigins } from './sandbox-origins.ts';
export { readProxyPage } from './proxy-page.ts';
export { isForViews, parseSandboxAddress, sandboxRule } from './sandbox-address.ts';
export { Sandboxes } from './sandboxes.ts';
export { SeenTemplates } from './seen-templates.ts';
export { Templates, type TemplateSource } from './templates.ts';
export type { ViewCaller } from './view-caller.ts';
export { createViewOperations, type ViewOperations, type ViewPorts } from './view-operations.ts';
export { ViewPolicies, viewPolicyRecords } from './view-policy.ts';
