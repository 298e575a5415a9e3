import { createHash, randomBytes } from 'node:crypto';
import { parseAuthority, type Authority } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { leadsTo } from './own-address.ts';
import { covers, parseSandboxAddress, type SandboxAddress } from './sandbox-address.ts';

/** The origin that serves one View. */
export interface SandboxOrigin {
  readonly origin: string;
  /** The host name, without a port, as in `Host`. */
  readonly name: string;
  /** Whether the View's document has this origin to itself, or has none because all Views are served from this one. */
  readonly kind: 'own' | 'shared';
  readonly notes: readonly string[];
}

export interface SandboxOriginPorts {
  /** The port the host listens on. */
  readonly port: number;
  readonly address: string;
  /** The configured address; with a wildcard, names below it are available. */
  readonly sandbox: string | undefined;
  /** The port of the listener for Views that share an origin; undefined if there is none. */
  readonly sharedPort: number | undefined;
  /** Whether this host serves pages under that name. */
  isServed(authority: string): boolean;
  /** Whether pages of that origin may connect. */
  isAllowed(origin: string): boolean;
}

/** The facts about a template that decide its origin. */
export interface PlacedView {
  /** The id of the customization that is its server. */
  readonly server: string;
  /** The address of its template. */
  readonly resourceUri: string;
  /** The declared domain, if the user lets the View keep its origin; undefined for a new origin each time. */
  readonly domain: string | undefined;
  /** Whether it asks for something that browsers only grant to origins. */
  readonly needsOrigin: boolean;
}

export interface SandboxOrigins {
  /**
   * Throws InvalidParams if the origin isn't a shell of this host, and Unavailable if there is no origin to serve it
   * from.
   */
  placeFor(shell: string, view: PlacedView): SandboxOrigin;
  /** Whether the name, in `Host` or in an origin, is one that serves Views and nothing else. */
  isSandbox(authority: Authority): boolean;
  /** Whether a source that a template declares leads to this host, which no View may reach. */
  isOwn(shell: string, source: string): boolean;
  /** The `frame-src` sources for a page that was reached under this name. */
  sourcesFor(authority: string): readonly string[];
}

/** A View's name is as unguessable as its address, so that none can look for another. */
const ownName = /^[vd]-[0-9a-f]{32}$/;
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function createSandboxOrigins(ports: SandboxOriginPorts): SandboxOrigins {
  const configured = ports.sandbox === undefined ? undefined : parseSandboxAddress(ports.sandbox);

  /** The port at which the shell reaches this host; the host's own port for a page from elsewhere. */
  function portFor(shell: URL): string {
    return ports.isServed(shell.host) ? portOf(shell) : `:${ports.port}`;
  }

  /** Browsers resolve every name below `localhost` to this machine without DNS. */
  function addressFor(shell: URL): SandboxAddress | undefined {
    if (shell.protocol === 'http:' && loopback.test(shell.hostname))
      return { scheme: 'http', name: 'localhost', port: portFor(shell), wildcard: true };
    if (configured) return configured;
    // A page loaded over TLS can't frame one that wasn't.
    if (ports.sharedPort === undefined || shell.protocol === 'https:') return undefined;
    const name = ports.isServed(shell.host) ? shell.hostname : nameOfAddress(ports.address, shell);
    return { scheme: 'http', name, port: `:${ports.sharedPort}`, wildcard: false };
  }

  return {
    placeFor(shell, view) {
      const page = pageOf(shell, ports);
      const address = addressFor(page);
      if (!address) throw nowhere(page.origin);
      if (!address.wildcard) {
        const notes = view.domain !== undefined || view.needsOrigin ? [sharesOrigin] : [];
        return { ...placed(address.name, address), kind: 'shared', notes };
      }
      return { ...placed(`${nameFor(view)}.${address.name}`, address), kind: 'own', notes: [] };
    },
    isSandbox({ name, port }) {
      if (port !== undefined && port === ports.sharedPort) return true;
      const [first = '', ...rest] = name.split('.');
      if (rest.join('.') === 'localhost' && ownName.test(first)) return true;
      return configured !== undefined && covers(configured, { name, port });
    },
    isOwn: (shell, source) => leadsTo({ shell, port: ports.port, isServed: ports.isServed }, source),
    sourcesFor(authority) {
      // `Host` doesn't tell whether a proxy in front terminates TLS.
      const shells = ['http', 'https'].flatMap((scheme) => {
        const shell = `${scheme}://${authority}`;
        return URL.canParse(shell) ? [new URL(shell)] : [];
      });
      const found = shells.flatMap((shell) => {
        const address = addressFor(shell);
        return address
          ? [`${address.scheme}://${address.wildcard ? '*.' : ''}${address.name}${address.port}`]
          : [];
      });
      return [...new Set(found)];
    },
  };
}

const sharesOrigin =
  'The template asks for something that needs an origin. This host has no names for separate origins, so the View has none. Set "sandbox" in the configuration to a wildcard name.';

function placed(name: string, { scheme, port }: SandboxAddress): Pick<SandboxOrigin, 'origin' | 'name'> {
  return { origin: `${scheme}://${name}${port}`, name };
}

function pageOf(shell: string, { isServed, isAllowed }: SandboxOriginPorts): URL {
  const page = URL.canParse(shell) ? new URL(shell) : undefined;
  const isOrigin = page !== undefined && /^https?:$/.test(page.protocol) && page.username === '';
  if (isOrigin && (isServed(page.host) || isAllowed(page.origin))) return page;
  throw new ProtocolError(
    'InvalidParams',
    'The "shell" that is to show the View isn\'t a page of this host. Send the origin of the shell, or add it to the allowed origins.',
  );
}

function portOf({ port }: URL): string {
  return port === '' ? '' : `:${port}`;
}

/** The page came from elsewhere, so this machine's address is the best guess. */
function nameOfAddress(address: string, shell: URL): string {
  const name = parseAuthority(address.includes(':') ? `[${address}]` : address)?.name;
  return name === undefined || ['0.0.0.0', '[::]'].includes(name) ? shell.hostname : name;
}

/**
 * With a domain, the same for each View of that template, so that it finds what it stored; different for every other
 * server, template and domain. Without one, new each time.
 */
function nameFor({ server, resourceUri, domain }: PlacedView): string {
  if (domain === undefined) return `v-${randomBytes(16).toString('hex')}`;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, resourceUri, domain]))
    .digest('hex');
  return `d-${hash.slice(0, 32)}`;
}

function nowhere(shell: string): ProtocolError {
  return new ProtocolError(
    'Unavailable',
    `There is no address at which ${shell} could show a View. Set "sandbox" in the configuration of the host to a wildcard name, such as "https://*.views.example".`,
  );
}
