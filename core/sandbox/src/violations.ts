import type { SandboxReports } from './sandboxes.ts';

/** A request that a browser blocked, in words for readers of the audit. */
export interface Violation {
  /** The origin that wasn't reached, or the action that wasn't allowed. */
  readonly target: string;
  readonly reason: string;
}

const mostReports = 1000;
const mostViolations = 50;

/** The list in the template that each directive is made from. */
const lists: ReadonlyMap<string, string> = new Map([
  ['connect-src', 'connectDomains'],
  ['script-src', 'resourceDomains'],
  ['script-src-elem', 'resourceDomains'],
  ['style-src', 'resourceDomains'],
  ['style-src-elem', 'resourceDomains'],
  ['img-src', 'resourceDomains'],
  ['font-src', 'resourceDomains'],
  ['media-src', 'resourceDomains'],
  ['frame-src', 'frameDomains'],
  ['base-uri', 'baseUriDomains'],
]);

/** Violations that no domain covers, and the permission that would allow them. */
const loosenings: ReadonlyMap<string, string> = new Map([
  ['eval', "'unsafe-eval'"],
  ['wasm-eval', "'wasm-unsafe-eval'"],
  ['blob', 'blob:'],
  ['data', 'data:'],
]);

const never: ReadonlyMap<string, string> = new Map([
  ['form-action', 'No View may send a form; it can call a tool instead.'],
  ['object-src', 'No View may embed plugins.'],
  ['worker-src', 'A View starts workers only from blob:, where the user has allowed that for its server.'],
  ['manifest-src', 'A View has no manifest.'],
]);

/**
 * The sample of `new Function('')`. Libraries such as zod, which most Views contain, find out with it whether they may
 * evaluate code, and do without if not: the View lacks nothing.
 */
const question = /^\(function anonymous\(\s*\) \{\s*\}\)$/;

const directiveName = /^[a-z][a-z-]{2,30}$/;
const keyword = /^[a-z][a-z-]{1,30}$/;

/** Undefined for reports that no browser would send, and where nothing was lost. */
export function violationOf(report: unknown): Violation | undefined {
  const body = isObject(report) ? report['csp-report'] : undefined;
  if (!isObject(body)) return undefined;
  const directive = firstWord(body['effective-directive'] ?? body['violated-directive']);
  const target = targetOf(body['blocked-uri']);
  if (directive === undefined || target === undefined) return undefined;
  const sample = body['script-sample'];
  if (target === 'eval' && typeof sample === 'string' && question.test(sample)) return undefined;
  return { target, reason: sentence(directive, target) };
}

function sentence(directive: string, target: string): string {
  const blocked = `${directive} blocked ${target}.`;
  const ruledOut = never.get(directive);
  if (ruledOut !== undefined) return `${blocked} ${ruledOut}`;
  const loosening = loosenings.get(target);
  if (loosening !== undefined)
    return `${blocked} No template can declare that; allow ${loosening} to the Views of this server if you trust it.`;
  const list = lists.get(directive);
  if (list !== undefined && target.includes('://'))
    return `${blocked} It is not among the ${list} of the template, which would have to declare it.`;
  return `${blocked} The policy for Views doesn't allow it.`;
}

/** Paths and queries can hold anything, and don't help to declare the domain. */
function targetOf(blocked: unknown): string | undefined {
  if (typeof blocked !== 'string' || blocked.length > 4096) return undefined;
  if (blocked === '') return 'inline';
  if (keyword.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return undefined;
  const { protocol, host } = new URL(blocked);
  return host === '' ? protocol.slice(0, -1) : `${protocol}//${host}`;
}

function firstWord(text: unknown): string | undefined {
  const [word = ''] = typeof text === 'string' ? text.slice(0, 100).split(' ', 1) : [];
  return directiveName.test(word) ? word : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Records each violation once, however often it happens, up to a limit that can still be read. */
export function reportsTo(record: (violation: Violation) => void): SandboxReports {
  const known = new Set<string>();
  let taken = 0;
  return {
    get wanted() {
      return taken < mostReports && known.size < mostViolations;
    },
    take(report) {
      taken += 1;
      const violation = violationOf(report);
      if (!violation || known.has(violation.reason)) return;
      known.add(violation.reason);
      record(violation);
    },
  };
}
