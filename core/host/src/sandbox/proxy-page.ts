export interface ProxyPage {
  /** The only origin that it listens to, and the only one it speaks to. */
  readonly shell: string;
  readonly inner: 'opaque' | 'same-origin';
  /** The `allow` attribute of the inner frame. */
  readonly allow: string;
}

/** Of one message of a View, in characters of its JSON. */
const longestMessage = 16 * 1024 * 1024;
/** Tokens: one for each message, and one for each 32 KiB of it. So many at once, and so many more each second. */
const burst = 2000;
const perSecond = 500;

/**
 * The page between the shell and a View. It knows nothing of what they say to each other, and sees to it that both hear
 * only each other.
 *
 * - Who sent a message is told by its window and its origin, never by what it says.
 * - What starts with `ui/notifications/sandbox-` is between the shell and this page; it is never passed on.
 * - A View's messages are passed on as what JSON makes of them, and judged as that: ports and buffers have no size that
 *   could be counted, and a `String` object is no string until it is written down.
 * - Forms are allowed, since without that a page never hears of its own `submit`; `form-action` keeps them from going
 *   anywhere.
 * - The page stands on `about:srcdoc`, and with it the View, so that a link to a part of it stays in it.
 * - A View whose frame loads twice has gone elsewhere, or tried to; the shell is told.
 * - A page without an origin has a process of its own, which takes a browser long to start; an empty frame of the same
 *   kind has it started while nobody waits, and goes when the View's own is there.
 * - A document that is dark in a frame that is not gets a white canvas behind it, so the theme is passed on.
 */
export function proxyPage({ shell, inner, allow }: ProxyPage): string {
  const sandbox = `allow-scripts allow-forms${inner === 'same-origin' ? ' allow-same-origin' : ''}`;
  const settings = { shell, sandbox, allow, own: inner === 'same-origin' };
  // In a script, only this could end it.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><base href="about:srcdoc"><title>View</title>
<style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}
iframe{display:block;width:100%;height:100%;border:0;background:transparent}</style>
<body><script>
'use strict';{
const {shell,sandbox,allow,own}=${json};
const up=window.parent,from=own?location.origin:'null',to=own?from:'*',prefix='ui/notifications/sandbox-';
let view,tokens=${burst},filled=performance.now(),dropped=0;
const tell=(name,params)=>up.postMessage({jsonrpc:'2.0',method:prefix+name,params},shell);
const scheme=(theme)=>{if(theme==='light'||theme==='dark')document.documentElement.style.colorScheme=theme};
const isOurs=(m)=>typeof m.method==='string'&&m.method.startsWith(prefix);
const isRpc=(m)=>typeof m==='object'&&m!==null&&m.jsonrpc==='2.0';
const frame=(html)=>{
const it=document.createElement('iframe');
it.setAttribute('sandbox',sandbox);
it.srcdoc=html;
return it};
const first=frame('');
const show=({html,colorScheme})=>{
if(view||typeof html!=='string')return;
scheme(colorScheme);
view=frame(html);
view.title='View';
if(allow)view.allow=allow;
let loads=0;
view.onload=()=>{if(loads++)tell('view-left',{})};
document.body.append(view);
first.remove()};
const textOf=(m)=>{try{const text=JSON.stringify(m);return text.length>${longestMessage}?undefined:text}catch{}};
const pays=(cost)=>{
const now=performance.now();
tokens=Math.min(${burst},tokens+(now-filled)*${perSecond / 1000});filled=now;
if(tokens<cost)return false;
tokens-=cost;return true};
const drop=(m)=>{
if(!dropped++)setTimeout(()=>{tell('throttled',{dropped});dropped=0},1000);
if(m?.method&&m.id!==undefined)view.contentWindow.postMessage({jsonrpc:'2.0',id:m.id,error:{code:-32000,message:'Too many or too long messages. Send fewer.'}},to)};
addEventListener('message',(event)=>{
const {source,origin}=event;
if(source===up&&origin===shell){
const m=event.data;
if(!isRpc(m))return;
if(isOurs(m)){if(m.method===prefix+'resource-ready')show(m.params??{});return}
if(m.method==='ui/notifications/host-context-changed')scheme(m.params?.theme);
view?.contentWindow?.postMessage(m,to);
}else if(view&&source===view.contentWindow&&origin===from){
if(!pays(1))return drop();
const text=textOf(event.data);
if(text===undefined||!pays(text.length/32768))return drop(event.data);
const m=JSON.parse(text);
if(isRpc(m)&&!isOurs(m))up.postMessage(m,shell)}});
document.body.append(first);
if(up!==window)tell('proxy-ready',{})}
</script>
`;
}
