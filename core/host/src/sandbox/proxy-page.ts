export interface ProxyPage {
  /** The only origin that it listens to, and the only one it speaks to. */
  readonly shell: string;
  readonly inner: 'opaque' | 'same-origin';
  /** The `allow` attribute of the inner frame. */
  readonly allow: string;
}

/** What stands in the frame of the View until there is one. */
const waitingPage = `<html data-waits><script>{
let html,say,at=0;
addEventListener('message',({source,data,ports})=>{
if(source!==parent)return;
if(html===undefined){html=data;say=ports[0].postMessage.bind(ports[0]);ports[0].onmessage=()=>say('beat');return}
document.open();
const noted=(e)=>{
if(!e.isTrusted)return;
if(e.key==='Escape')return say('escape');
if(e.timeStamp-at>200){at=e.timeStamp;say('gesture')}};
for(const name of ['pointerdown','pointerup','keydown'])addEventListener(name,noted,true);
document.write(html);
document.close()})}</script>`;

/**
 * The page between the shell and a View. It knows nothing of what they say to each other, and sees to it that both hear
 * only each other.
 *
 * - Who sent a message is told by its window and its origin, never by what it says.
 * - The shell is told through a port, in envelopes: `view` holds what the View said, `page` what this page observes. A
 *   View without an origin can't write the envelope; one with an origin can run code here, so the shell relies on
 *   nothing that this page says or counts.
 * - What starts with `ui/notifications/sandbox-` is between the shell and this page; it is never passed on. Neither is
 *   what isn't JSON-RPC, but the shell hears that there was something, since it counts.
 * - Forms are allowed, since without that a page never hears of its own `submit`; `form-action` keeps them from going
 *   anywhere.
 * - The page stands on `about:srcdoc`, and with it the View, so that a link to a part of it stays in it.
 * - The frame of the View loads at once, with nothing in it but a listener that takes the View's HTML and, when told
 *   to, writes it over itself. A page without an origin has a process of its own, which takes a browser long to start,
 *   and to navigate once more would take it long again. Listeners go with what is written over.
 * - Before the View's HTML is written, listeners for gestures and for Escape are added to its window, and a port answers
 *   beats for as long as the document is there. The View can't reach the port: what it calls was bound before.
 * - What loads after the View has gone elsewhere, or tried to, unless its document still answers; the shell is told.
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
const {port1:line,port2:lineEnd}=new MessageChannel,{port1:pulse,port2:pulseEnd}=new MessageChannel;
let html,isHeld=false,isShown=false,isGiven=false,loads=0,isBeating,tried='';
const tell=line.postMessage.bind(line);
const scheme=(theme)=>{if(theme==='light'||theme==='dark')document.documentElement.style.colorScheme=theme};
const isOurs=(m)=>typeof m.method==='string'&&m.method.startsWith(prefix);
const isRpc=(m)=>typeof m==='object'&&m!==null&&m.jsonrpc==='2.0'&&typeof m.method!=='object';
const view=document.createElement('iframe');
view.setAttribute('sandbox',sandbox);
view.title='View';
if(allow)view.allow=allow;
view.srcdoc=${JSON.stringify(waitingPage).replaceAll('</', '<\\/')};
const pass=(m,...more)=>view.contentWindow?.postMessage(m,to,...more);
const give=()=>{
if(!loads||html===undefined)return;
if(!isHeld){isHeld=true;pass(html,[pulseEnd])}
if(isShown&&!isGiven){isGiven=true;pass(true)}};
const left=()=>{if(!isBeating)tell({page:'left',tried})};
view.onload=()=>{if(++loads>2){isBeating=false;pulse.postMessage(0);setTimeout(left,tried?0:2000)}give()};
const take=(params,isNow)=>{
if(isShown)return;
if(html===undefined&&typeof params.html==='string')html=params.html;
isShown=isNow&&html!==undefined;
give();
scheme(params.colorScheme)};
pulse.onmessage=({data})=>{isBeating=true;tell({page:data})};
line.onmessage=({data})=>pass(data);
addEventListener('securitypolicyviolation',(e)=>{if(e.effectiveDirective==='frame-src')tried=e.blockedURI});
addEventListener('message',(event)=>{
const {source,origin}=event;
if(source===up&&origin===shell){
const m=event.data;
if(!isRpc(m))return;
if(isOurs(m)){
const name=m.method.slice(prefix.length);
if(name==='ping')pulse.postMessage(0);
if(name==='resource-ahead'||name==='resource-ready')take(m.params??{},name==='resource-ready');
return}
if(m.method==='ui/notifications/host-context-changed')scheme(m.params?.theme);
if(isGiven)pass(m);
}else if(isGiven&&source===view.contentWindow&&origin===from){
const m=event.data;
tell({view:isRpc(m)&&!isOurs(m)?m:null})}});
document.body.append(view);
if(up!==window)up.postMessage({jsonrpc:'2.0',method:prefix+'proxy-ready',params:{}},shell,[lineEnd])}
</script>
`;
}
