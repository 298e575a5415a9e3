import { createHash, randomBytes } from 'node:crypto';
import { parseAuthority, type Authority } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { leadsTo } from './own-address.ts';
import { covers, parseSandboxAddress, type SandboxAddress } from './sandbox-address.ts';

/** Where one View is served. */
export interface SandboxOrigin {
  readonly origin: string;
  /** Of the origin, without its port, as it stands in `Host`. */
  readonly name: string;
  readonly kind: 'own' | 'shared';
  readonly inner: 'opaque' | 'same-origin';
  readonly notes: readonly string[];
}

export interface SandboxOriginPorts {
  /** What the host listens at. */
  readonly port: number;
  readonly address: string;
  /** As it is configured; with a wildcard, names below it are to be had. */
  readonly sandbox: string | undefined;
  /** Of the listener for Views that share an origin; undefined where there is none. */
  readonly sharedPort: number | undefined;
  /** Whether this host serves pages under that name. */
  isServed(authority: string): boolean;
  /** Whether pages of that origin may connect. */
  isAllowed(origin: string): boolean;
}

/** What its template says that matters for where it can be. */
export interface PlacedView {
  /** The id of the customization that is its server. */
  readonly server: string;
  readonly domain: string | undefined;
  /** Whether it asks for something that browsers give to no document without an origin. */
  readonly needsOrigin: boolean;
}

export interface SandboxOrigins {
  /** Throws InvalidParams for an origin that is no shell of this host, and Unavailable where no place can be had. */
  placeFor(shell: string, view: PlacedView): SandboxOrigin;
  /** Whether the name, in `Host` or in an origin, is one under which Views are served and nothing else. */
  isSandbox(authority: Authority): boolean;
  /** Whether a source that a template declares leads to this host, of which no View is to reach anything. */
  isOwn(shell: string, source: string): boolean;
  /** What a page that was reached under this name must be allowed to frame, as `frame-src` takes it. */
  sourcesFor(authority: string): readonly string[];
}

/** A View's name is as unguessable as its address, so that none can look for another. */
const ownName = /^[vd]-[0-9a-f]{32}$/;
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function createSandboxOrigins(ports: SandboxOriginPorts): SandboxOrigins {
  const configured = ports.sandbox === undefined ? undefined : parseSandboxAddress(ports.sandbox);

  /** The port under which the shell itself reaches this host; a page from elsewhere knows of none. */
  function portFor(shell: URL): string {
    return ports.isServed(shell.host) ? portOf(shell) : `:${ports.port}`;
  }

  /** Browsers know without asking anybody that every name below `localhost` is this machine. */
  function addressFor(shell: URL): SandboxAddress | undefined {
    if (shell.protocol === 'http:' && loopback.test(shell.hostname))
      return { scheme: 'http', name: 'localhost', port: portFor(shell), wildcard: true };
    if (configured) return configured;
    // A page that came over TLS shows no frame that did not.
    if (ports.sharedPort === undefined || shell.protocol === 'https:') return undefined;
    const name = ports.isServed(shell.host) ? shell.hostname : nameOfAddress(ports.address, shell);
    return { scheme: 'http', name, port: `:${ports.sharedPort}`, wildcard: false };
  }

  return {
    placeFor(shell, { server, domain, needsOrigin }) {
      const page = pageOf(shell, ports);
      const address = addressFor(page);
      if (!address) throw nowhere(page.origin);
      const wantsOrigin = domain !== undefined || needsOrigin;
      const notes = wantsOrigin && !address.wildcard ? [sharesOrigin] : [];
      if (!address.wildcard)
        return { ...placed(address.name, address), kind: 'shared', inner: 'opaque', notes };
      const own = domain === undefined ? `v-${randomBytes(16).toString('hex')}` : nameFor(server, domain);
      const inner = wantsOrigin ? 'same-origin' : 'opaque';
      return { ...placed(`${own}.${address.name}`, address), kind: 'own', inner, notes };
    },
    isSandbox({ name, port }) {
      if (port !== undefined && port === ports.sharedPort) return true;
      const [first = '', ...rest] = name.split('.');
      if (rest.join('.') === 'localhost' && ownName.test(first)) return true;
      return configured !== undefined && covers(configured, { name, port });
    },
    isOwn: (shell, source) => leadsTo({ shell, port: ports.port, isServed: ports.isServed }, source),
    sourcesFor(authority) {
      // Whether a proxy before us does TLS is not for `Host` to say.
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
  'The template asks for a domain of its own, or for something that needs one. There is none to be had here, so its document has no origin. Set "sandbox" in the configuration to a wildcard name.';

function placed(name: string, { scheme, port }: SandboxAddress): Pick<SandboxOrigin, 'origin' | 'name'> {
  return { origin: `${scheme}://${name}${port}`, name };
}

function pageOf(shell: string, { isServed, isAllowed }: SandboxOriginPorts): URL {
  const page = URL.canParse(shell) ? new URL(shell) : undefined;
  const isOrigin = page !== undefined && /^https?:$/.test(page.protocol) && page.username === '';
  if (isOrigin && (isServed(page.host) || isAllowed(page.origin))) return page;
  throw new ProtocolError(
    'InvalidParams',
    'The "shell" that is to show the View is no page of this host. Send the origin of the shell, or add it to the allowed origins.',
  );
}

function portOf({ port }: URL): string {
  return port === '' ? '' : `:${port}`;
}

/** The page came from elsewhere, so this machine's address is the best guess at what reaches it. */
function nameOfAddress(address: string, shell: URL): string {
  const name = parseAuthority(address.includes(':') ? `[${address}]` : address)?.name;
  return name === undefined || ['0.0.0.0', '[::]'].includes(name) ? shell.hostname : name;
}

/** Always the same for the same server and domain, so that what is stored there is found again; and for no other. */
function nameFor(server: string, domain: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([server, domain]))
    .digest('hex');
  return `d-${hash.slice(0, 32)}`;
}

function nowhere(shell: string): ProtocolError {
  return new ProtocolError(
    'Unavailable',
    `There is no address at which ${shell} could show a View. Set "sandbox" in the configuration of the host to a wildcard name, such as "https://*.views.example".`,
  );
}
