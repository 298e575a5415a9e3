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
 * - The frame of the View loads at once, with nothing in it but a listener that takes the View's HTML and, when told
 *   to, writes it over itself. A page without an origin has a process of its own, which takes a browser long to start,
 *   and to navigate once more would take it long again. Listeners go with what is written over.
 * - What loads after the View has gone elsewhere, or tried to; the shell is told.
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
let html,isHeld=false,isShown=false,isGiven=false,loads=0,tokens=${burst},filled=performance.now(),dropped=0;
const tell=(name,params)=>up.postMessage({jsonrpc:'2.0',method:prefix+name,params},shell);
const scheme=(theme)=>{if(theme==='light'||theme==='dark')document.documentElement.style.colorScheme=theme};
const isOurs=(m)=>typeof m.method==='string'&&m.method.startsWith(prefix);
const isRpc=(m)=>typeof m==='object'&&m!==null&&m.jsonrpc==='2.0';
const view=document.createElement('iframe');
view.setAttribute('sandbox',sandbox);
view.title='View';
if(allow)view.allow=allow;
view.srcdoc="<html data-waits><script>{let html;addEventListener('message',({source,data})=>{if(source!==parent)return;if(html===undefined){html=data;return}document.open();document.write(html);document.close()})}<\\/script>";
const pass=(m)=>view.contentWindow?.postMessage(m,to);
const give=()=>{
if(!loads||html===undefined)return;
if(!isHeld){isHeld=true;pass(html)}
if(isShown&&!isGiven){isGiven=true;pass(true)}};
view.onload=()=>{if(++loads>2)tell('view-left',{});give()};
const take=(params,isNow)=>{
if(isShown)return;
if(html===undefined&&typeof params.html==='string')html=params.html;
isShown=isNow&&html!==undefined;
give();
scheme(params.colorScheme)};
const textOf=(m)=>{try{const text=JSON.stringify(m);return text.length>${longestMessage}?undefined:text}catch{}};
const pays=(cost)=>{
const now=performance.now();
tokens=Math.min(${burst},tokens+(now-filled)*${perSecond / 1000});filled=now;
if(tokens<cost)return false;
tokens-=cost;return true};
const drop=(m)=>{
if(!dropped++)setTimeout(()=>{tell('throttled',{dropped});dropped=0},1000);
if(m?.method&&m.id!==undefined)pass({jsonrpc:'2.0',id:m.id,error:{code:-32000,message:'Too many or too long messages. Send fewer.'}})};
addEventListener('message',(event)=>{
const {source,origin}=event;
if(source===up&&origin===shell){
const m=event.data;
if(!isRpc(m))return;
if(isOurs(m)){
const name=m.method.slice(prefix.length);
if(name==='resource-ahead'||name==='resource-ready')take(m.params??{},name==='resource-ready');
return}
if(m.method==='ui/notifications/host-context-changed')scheme(m.params?.theme);
if(isGiven)pass(m);
}else if(isGiven&&source===view.contentWindow&&origin===from){
if(!pays(1))return drop();
const text=textOf(event.data);
if(text===undefined||!pays(text.length/32768))return drop(event.data);
const m=JSON.parse(text);
if(isRpc(m)&&!isOurs(m))up.postMessage(m,shell)}});
document.body.append(view);
if(up!==window)tell('proxy-ready',{})}
</script>
`;
}
