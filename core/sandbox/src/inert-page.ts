import { connectionAllowlist } from './connection-allowlist.ts';
import { permissionsOf } from './permissions.ts';
import type { SandboxOrigins } from './sandbox-origins.ts';
import type { Sandboxes } from './sandboxes.ts';

export interface InertPagePorts {
  readonly places: Pick<SandboxOrigins, 'placeFor'>;
  readonly sandboxes: Pick<Sandboxes, 'newSecret' | 'open'>;
}

/**
 * The policy for an untrusted page that can only be looked at. Everything that it shows is inside it. The empty
 * `sandbox` disables scripts, forms, new windows, downloads, its origin and every way to navigate by itself; the
 * shell's `frame-src`, which allows only sandboxes, decides where links lead.
 */
function inertPolicy(shell: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${shell}`,
    'sandbox',
  ].join('; ');
}

/** Links would open a new window, which the sandbox refuses, so the page stays. */
const linksStayHere = '<base target="_blank">';

/** Serves a text once, as a page that runs nothing and reaches nothing. Throws as `placeFor` does. */
export function openInertPage(
  { places, sandboxes }: InertPagePorts,
  { html, shell }: { readonly html: string; readonly shell: string },
): { readonly url: string; readonly loadBy: number } {
  const place = places.placeFor(shell, {
    server: '',
    resourceUri: '',
    domain: undefined,
    needsOrigin: false,
  });
  const secret = sandboxes.newSecret();
  const { loadBy } = sandboxes.open({
    secret,
    name: place.name,
    // At the end, where it has no effect on layout: before a doctype, it would change how the page is drawn.
    page: `${html}${linksStayHere}`,
    headers: {
      'Content-Security-Policy': inertPolicy(new URL(shell).origin),
      'Connection-Allowlist': connectionAllowlist(undefined),
      'Permissions-Policy': permissionsOf(undefined).header,
    },
  });
  return { url: `${place.origin}/${secret}`, loadBy };
}
