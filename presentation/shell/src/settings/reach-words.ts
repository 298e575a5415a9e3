import type { TemplateReport } from '@loggia/protocol';

const permissionWords: Readonly<Record<string, string>> = {
  camera: 'use the camera',
  microphone: 'use the microphone',
  geolocation: 'know your location',
  clipboardWrite: 'write to the clipboard',
};

/** The reach of a View, as its template declares it: a line each. */
export function reachWords({ csp, permissions, domain }: TemplateReport['declared']): readonly string[] {
  const asked = Object.keys(permissions ?? {}).map((name) => permissionWords[name] ?? name.slice(0, 60));
  const lines = [
    listed('send data to', csp?.connectDomains),
    listed('load scripts, styles and images from', csp?.resourceDomains),
    listed('show pages of', csp?.frameDomains),
    listed('resolve relative URLs against', csp?.baseUriDomains),
    ...asked,
    domain === undefined ? undefined : 'store data in its own origin',
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? ['reach only its own server'] : lines;
}

const mostDomains = 8;

function listed(words: string, domains: readonly string[] | undefined): string | undefined {
  if (domains === undefined || domains.length === 0) return undefined;
  const shown = domains.slice(0, mostDomains).map((domain) => domain.slice(0, 100));
  const rest = domains.length - shown.length;
  return `${words} ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
