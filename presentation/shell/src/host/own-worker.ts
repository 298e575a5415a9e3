/** The needed part of Trusted Types. Browsers without them pass addresses on as they are. */
interface TrustedTypes {
  createPolicy(name: string, rules: WorkerPolicy): WorkerPolicy;
}

interface WorkerPolicy {
  createScriptURL(address: string): string;
}

const rules: WorkerPolicy = {
  createScriptURL: (address) => {
    const { origin, pathname, href } = new URL(address, location.href);
    if (origin === location.origin && pathname.startsWith('/assets/')) return href;
    throw new TypeError('Workers run files of the shell only.');
  },
};

let policy: WorkerPolicy | undefined;

/**
 * Starts one of the shell's own files as a worker. The policy of the page names this as the one place where an address
 * may become code.
 */
export function openWorker(address: string): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('loggia-worker', rules) ?? rules;
  return new Worker(policy.createScriptURL(address), { type: 'module' });
}
